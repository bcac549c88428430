//! Memory in large pages.

/// Asks the system to keep the room that a list has reserved, and not filled yet, in pages of two mebibytes, and says whether
/// it will try. A large table in small pages is slow to read here and there: the processor has to look up for nearly every
/// read where the page lies. It is for Linux alone, and for rooms that hold at least one such page; elsewhere nothing happens.
///
/// ```
/// let mut large: Vec<u64> = Vec::with_capacity(1 << 20);
/// hnefi_memory::prefer_large_pages(&mut large);
/// large.resize(large.capacity(), 1);
/// assert_eq!(large.iter().sum::<u64>(), large.len() as u64);
///
/// assert!(!hnefi_memory::prefer_large_pages(&mut vec![1, 2, 3]), "no such page fits into it");
/// ```
pub fn prefer_large_pages<T>(list: &mut Vec<T>) -> bool {
    #[cfg(target_os = "linux")]
    return advise(list.spare_capacity_mut());
    #[cfg(not(target_os = "linux"))]
    {
        let _ = list;
        false
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise<T>(room: &mut [std::mem::MaybeUninit<T>]) -> bool {
    use rustix::mm::{Advice, madvise};

    const PAGE: usize = 2 << 20;
    let bytes = size_of_val(room);
    let start = room.as_mut_ptr().cast::<u8>();
    let before = start.align_offset(PAGE);
    let pages = bytes.saturating_sub(before) / PAGE;
    // SAFETY: these whole pages lie within a room that nobody else sees, and the advice changes no byte of them.
    pages > 0 && unsafe { madvise(start.wrapping_add(before).cast(), pages * PAGE, Advice::LinuxHugepage) }.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_what_it_has_and_takes_what_comes() {
        let mut list: Vec<u64> = Vec::with_capacity(1 << 20);
        list.extend(0..1_000);
        prefer_large_pages(&mut list);
        assert_eq!((list.len(), list.capacity()), (1_000, 1 << 20));
        list.extend(1_000..1 << 20);
        assert!(list.iter().copied().eq(0..1 << 20));
    }

    #[test]
    fn what_holds_no_large_page_is_left_alone() {
        assert!(!prefer_large_pages(&mut Vec::<u64>::new()));
        assert!(!prefer_large_pages(&mut Vec::<()>::with_capacity(1 << 30)));
        assert!(!prefer_large_pages(&mut vec![0u8; 8 << 20]), "all of it is filled");
        assert!(!prefer_large_pages(&mut Vec::<u8>::with_capacity(1 << 20)));
    }
}
