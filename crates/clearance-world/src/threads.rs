//! Many questions on as many threads as there are.
//!
//! What is stopped unwinds. Without a fuse the threads cut what is left into single items, each of which unwinds: a
//! microsecond for each of them, seconds after Ctrl-C in a large scene.

use crate::stop::Share;

/// The answer to each of the items, in their order.
pub(crate) fn each<T: Sync, R: Send>(items: &[T], one: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    let share = Share::of(items.len());
    let one = |item| share.steps(1, || one(item));
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        items.par_iter().panic_fuse().map(one).collect()
    }
    #[cfg(not(feature = "rayon"))]
    items.iter().map(one).collect()
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn an_item_that_unwinds_ends_the_others() {
        let (items, begun) = (vec![(); 100_000], AtomicUsize::new(0));
        let one = |(): &()| {
            begun.fetch_add(1, Ordering::Relaxed);
            panic::resume_unwind(Box::new("stopped"));
        };
        let found = panic::catch_unwind(AssertUnwindSafe(|| each::<(), ()>(&items, one)));
        // One for each thread, and what they have begun before they see the fuse.
        let begun = begun.into_inner();
        assert!(found.is_err() && begun < 1000, "{begun}");
    }
}
