//! First contacts of many pairs of features, in the order of the pairs.

use alloc::vec::Vec;

use super::features::{Contact, MovingFeatures};

/// [`MovingFeatures::first_contact`] of each pair.
///
/// ```
/// use clearance::{Vec3, query::deforming::{MovingFeatures, first_contacts}};
/// let at = |x: f64| [[0.0, 0.0, -1.0], [0.0, 0.0, 3.0], [x, -1.0, 0.0], [x, 1.0, 0.0]].map(Vec3::from);
/// let contacts = first_contacts(&[-2.0, 1.0].map(|x| MovingFeatures::edge_edge(at(2.0), at(x))));
/// assert_eq!((contacts[0].toi.upper, contacts[1].is_hit()), (0.5, false));
/// ```
pub fn first_contacts(pairs: &[MovingFeatures]) -> Vec<Contact> {
    pairs.iter().map(MovingFeatures::first_contact).collect()
}

/// [`MovingFeatures::first_contact_within`] of each pair.
pub fn first_contacts_within(pairs: &[MovingFeatures], distance: f64) -> Vec<Contact> {
    pairs.iter().map(|pair| pair.first_contact_within(distance)).collect()
}

/// Pairs that one thread takes at a time: some hundred microseconds of work.
#[cfg(feature = "rayon")]
const SHARE: usize = 1024;

/// [`first_contacts`] on the threads of `rayon`.
#[cfg(feature = "rayon")]
pub fn first_contacts_parallel(pairs: &[MovingFeatures]) -> Vec<Contact> {
    use rayon::prelude::*;
    pairs.par_iter().with_min_len(SHARE).map(MovingFeatures::first_contact).collect()
}

/// [`first_contacts_within`] on the threads of `rayon`.
#[cfg(feature = "rayon")]
pub fn first_contacts_within_parallel(pairs: &[MovingFeatures], distance: f64) -> Vec<Contact> {
    use rayon::prelude::*;
    pairs.par_iter().with_min_len(SHARE).map(|pair| pair.first_contact_within(distance)).collect()
}
