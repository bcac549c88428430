//! The pictures that were drawn lately.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use hnefi_views::Subject;
use tokio::sync::Semaphore;

use super::draw::draw;
use crate::server::Problem;

/// How many pictures are kept. One has some 20 kB.
const KEPT: usize = 256;
/// How many bytes all of them have together at most.
const KEPT_BYTES: usize = 16 * 1024 * 1024;
/// How many are drawn at once.
const DRAWN_AT_ONCE: usize = 1;
/// How many requests wait for that at once.
const WAITING: usize = 64;

/// The pictures that were drawn lately, and the place where one is drawn.
#[derive(Debug)]
pub(crate) struct Gallery {
    kept: Mutex<Kept>,
    drawing: Arc<Semaphore>,
    waiting: Semaphore,
}

#[derive(Debug, Default)]
struct Kept {
    pictures: HashMap<String, (Bytes, u64)>,
    bytes: usize,
    /// Counts the looks, so that what was looked at longest ago goes first.
    looks: u64,
}

impl Default for Gallery {
    fn default() -> Gallery {
        Gallery {
            kept: Mutex::default(),
            drawing: Arc::new(Semaphore::new(DRAWN_AT_ONCE)),
            waiting: Semaphore::new(WAITING),
        }
    }
}

impl Gallery {
    /// The picture of a subject. One that is not kept is drawn if whoever asks `may` have one drawn.
    pub(super) async fn picture(&self, subject: Subject, may: impl FnOnce() -> bool) -> Result<Bytes, Problem> {
        let path = subject.path();
        if let Some(picture) = self.look(&path) {
            return Ok(picture);
        }
        if !may() {
            return Err(Problem::TooMany);
        }
        let Ok(_waits) = self.waiting.try_acquire() else { return Err(Problem::TooMany) };
        let turn = self.drawing.clone().acquire_owned().await;
        // Somebody before may have had it drawn.
        if let Some(picture) = self.look(&path) {
            return Ok(picture);
        }
        let drawn = tokio::task::spawn_blocking(move || {
            // Who asked may hang up; the next one begins all the same only when this one is drawn.
            let _turn = turn;
            draw(&subject)
        });
        let drawn = drawn.await.map_err(|error| Problem::Internal(error.to_string()))?;
        let picture = Bytes::from(drawn.map_err(|error| Problem::Internal(error.to_string()))?);
        self.keep(path, picture.clone());
        Ok(picture)
    }

    fn look(&self, path: &str) -> Option<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.looks += 1;
        let looks = kept.looks;
        let (picture, looked) = kept.pictures.get_mut(path)?;
        *looked = looks;
        Some(picture.clone())
    }

    fn keep(&self, path: String, picture: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bytes += picture.len();
        let looks = kept.looks;
        if let Some((old, _)) = kept.pictures.insert(path, (picture, looks)) {
            kept.bytes -= old.len();
        }
        while kept.pictures.len() > KEPT || kept.bytes > KEPT_BYTES {
            let oldest = kept.pictures.iter().min_by_key(|(_, (_, looked))| *looked).map(|(path, _)| path.clone());
            let Some((gone, _)) = oldest.and_then(|path| kept.pictures.remove(&path)) else { break };
            kept.bytes -= gone.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use hnefi_rules::leaflets;

    use super::*;

    #[tokio::test]
    async fn a_picture_is_drawn_once_and_who_may_have_none_drawn_gets_those_that_are_kept() {
        let gallery = Gallery::default();
        let start = Subject::new(leaflets()[0].start(), leaflets()[0].answers());
        let other = start.clone().after(Some("d1-d4".split_once('-').map(intent).unwrap()));
        assert!(matches!(gallery.picture(start.clone(), || false).await, Err(Problem::TooMany)));
        let drawn = gallery.picture(start.clone(), || true).await.unwrap();
        let given = gallery.picture(start, || panic!("it is kept")).await.unwrap();
        assert_eq!(drawn.as_ptr(), given.as_ptr(), "it is the same one");
        assert!(matches!(gallery.picture(other, || false).await, Err(Problem::TooMany)));
    }

    fn intent((from, to): (&str, &str)) -> hnefi_rules::Intent {
        hnefi_rules::Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }
    }

    #[test]
    fn what_was_looked_at_longest_ago_goes_first() {
        let gallery = Gallery::default();
        for number in 0..KEPT {
            gallery.keep(number.to_string(), Bytes::from_static(b"picture"));
        }
        assert!(gallery.look("0").is_some());
        gallery.keep("one more".to_owned(), Bytes::from_static(b"picture"));
        assert!(gallery.look("0").is_some(), "it was looked at");
        assert!(gallery.look("one more").is_some());
        let kept = gallery.kept.lock().unwrap();
        assert_eq!((kept.pictures.len(), kept.bytes), (KEPT, 7 * KEPT));
    }

    #[test]
    fn the_pictures_have_no_more_bytes_than_they_may() {
        let gallery = Gallery::default();
        let large = Bytes::from(vec![0; KEPT_BYTES / 3]);
        for path in ["one", "two", "three", "four", "four"] {
            gallery.look("one");
            gallery.keep(path.to_owned(), large.clone());
        }
        assert!(gallery.look("one").is_some() && gallery.look("two").is_none() && gallery.look("four").is_some());
        assert!(gallery.kept.lock().unwrap().bytes <= KEPT_BYTES);
    }
}
