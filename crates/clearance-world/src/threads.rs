//! Many questions on as many threads as there are.

use crate::stop::Share;

/// The answer to each of the items, in their order.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], one: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    let share = Share::of(items.len());
    let one = |item| share.steps(1, || one(item));
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        items.par_iter().map(one).collect()
    }
    #[cfg(not(feature = "rayon"))]
    items.iter().map(one).collect()
}
