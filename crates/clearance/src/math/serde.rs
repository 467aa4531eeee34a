//! Vectors in files: lists of their components.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::vector::{Vec2, Vec3};

macro_rules! as_list {
    ($($v:ident $dim:literal)+) => {$(
        impl<T: Serialize + Copy> Serialize for $v<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <[T; $dim]>::from(*self).serialize(serializer)
            }
        }
        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $v<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <[T; $dim]>::deserialize(deserializer).map(Self::from)
            }
        }
    )+};
}

as_list!(Vec2 2 Vec3 3);
