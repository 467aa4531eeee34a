//! `map` of short arrays, compiled in one piece.
//!
//! The standard library's `array::map` compiles nine functions for each closure; of this crate's code before inlining
//! they were a ninth.

/// An array of a length that is known where it stands.
pub(crate) trait Each<T> {
    /// The array of the results.
    type Of<U>;

    /// `f` of each element, in order.
    fn each<U>(self, f: impl FnMut(T) -> U) -> Self::Of<U>;
}

macro_rules! each {
    ($n:literal: $($x:ident)+) => {
        impl<T> Each<T> for [T; $n] {
            type Of<U> = [U; $n];
            #[inline(always)]
            fn each<U>(self, mut f: impl FnMut(T) -> U) -> [U; $n] {
                let [$($x),+] = self;
                [$(f($x)),+]
            }
        }
    };
}

each!(2: a b);
each!(3: a b c);
each!(4: a b c d);
