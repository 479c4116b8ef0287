//! The switch of the fast paths, which answer at a glance what the slow ones find out. A property test turns them off, to see
//! both answer alike.

#[cfg(feature = "proptest")]
std::thread_local! {
    static OFF: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Whether fast paths are to be taken.
#[inline]
pub(crate) fn is_on() -> bool {
    #[cfg(feature = "proptest")]
    return !OFF.get();
    #[cfg(not(feature = "proptest"))]
    true
}

/// What a function returns where no fast path is taken.
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
