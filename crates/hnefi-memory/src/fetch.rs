//! Memory that is asked for before it is needed (prefetch).

/// Has the processor bring the memory at the beginning of a value near, a line of its cache, while something else is done.
/// On processors other than those of x86-64 nothing happens.
///
/// ```
/// let far = vec![1u8; 1 << 24];
/// hnefi_memory::fetch(&far[1 << 23]);
/// assert_eq!(far[1 << 23], 1);
/// ```
#[inline(always)]
pub fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: every processor of x86-64 has this instruction, which reads nothing that a program could see, and never fails.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
