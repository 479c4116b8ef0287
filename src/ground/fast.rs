//! The switch of the fast paths, which give quickly the results that the slow paths compute. A property test turns them
//! off, to compare both results.

#[cfg(feature = "proptest")]
std::thread_local! {
    static OFF: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Returns true if fast paths are on.
#[inline]
pub(crate) fn is_on() -> bool {
    #[cfg(feature = "proptest")]
    return !OFF.get();
    #[cfg(not(feature = "proptest"))]
    true
}

/// Runs `work` without fast paths and returns its result.
#[cfg(feature = "proptest")]
pub(crate) fn without<R>(work: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            OFF.set(self.0);
        }
    }
    let _restore = Restore(OFF.replace(true));
    work()
}
