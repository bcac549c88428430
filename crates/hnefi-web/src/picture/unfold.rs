//! What programs show of a link that somebody sends: a title, a sentence and a picture.

use super::Subject;
use super::draw::{HEIGHT, WIDTH};
use crate::server::base::Base;

/// The most characters of the sentence: what programs show of it.
const MOST: usize = 200;

/// What programs show of a link.
#[derive(Clone, Debug)]
pub(crate) struct Unfold {
    /// The title.
    pub(crate) title: String,
    /// A sentence or two.
    pub(crate) about: String,
    /// The absolute address of the picture.
    pub(crate) picture: String,
    /// How wide the picture is, in pixels.
    pub(crate) width: u32,
    /// How high the picture is, in pixels.
    pub(crate) height: u32,
}

impl Unfold {
    /// What is shown of a link to this server. What is too long of the sentence is left out.
    pub(crate) fn new(base: &Base, title: String, about: &str, subject: &Subject) -> Unfold {
        let about = match about.char_indices().nth(MOST) {
            Some((end, _)) => {
                let part = &about[..end];
                format!("{}…", part.rsplit_once(' ').map_or(part, |(whole, _)| whole))
            }
            None => about.to_owned(),
        };
        Unfold { title, about, picture: format!("{}{}", base.url, subject.path()), width: WIDTH, height: HEIGHT }
    }
}
