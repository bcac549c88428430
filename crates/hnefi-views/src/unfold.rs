//! What programs show of a link that somebody sends: a title, a sentence and a picture.
use hnefi_rules::{Answers, Intent, Setup};

use crate::Base;

/// The most characters of the sentence: what programs show of it.
const MOST: usize = 200;

/// What programs show of a link.
#[derive(Clone, Debug)]
pub struct Unfold {
    /// The title.
    pub title: String,
    /// A sentence or two.
    pub about: String,
    /// The absolute address of the picture.
    pub picture: String,
    /// How wide the picture is, in pixels.
    pub width: u32,
    /// How high the picture is, in pixels.
    pub height: u32,
}

impl Unfold {
    /// What is shown of a link to this server. What is too long of the sentence is left out.
    pub fn new(base: &Base, title: String, about: &str, subject: &Subject) -> Unfold {
        let about = match about.char_indices().nth(MOST) {
            Some((end, _)) => {
                let part = &about[..end];
                format!("{}…", part.rsplit_once(' ').map_or(part, |(whole, _)| whole))
            }
            None => about.to_owned(),
        };
        Unfold {
            title,
            about,
            picture: format!("{}{}", base.url, subject.path()),
            width: Subject::WIDTH,
            height: Subject::HEIGHT,
        }
    }
}

/// All that a picture shows. Equal ones are the same picture.
///
/// ```
/// use hnefi_rules::leaflet;
/// use hnefi_views::Subject;
/// let rules = leaflet("fetlar-2018").unwrap();
/// assert!(Subject::new(rules.start(), rules.answers()).path().starts_with("/picture.png?position=/3ttttt3/"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The position.
    pub setup: Setup,
    /// Whether the throne is marked.
    pub throne: bool,
    /// Whether the corners are marked.
    pub corners: bool,
    /// The move that led there.
    pub last: Option<Intent>,
}

impl Subject {
    /// How wide its picture is, in pixels: the size that programs ask for.
    pub const WIDTH: u32 = 1200;
    /// How high its picture is, in pixels.
    pub const HEIGHT: u32 = 630;

    /// A position under these answers.
    pub fn new(setup: &Setup, answers: &Answers) -> Subject {
        Subject { setup: setup.clone(), throne: answers.has_throne(), corners: answers.has_corners(), last: None }
    }

    /// Tints the squares of the move that led there.
    #[must_use]
    pub fn after(self, last: Option<Intent>) -> Subject {
        Subject { last, ..self }
    }

    /// The path of the picture. It holds all that the picture shows, and names no game.
    pub fn path(&self) -> String {
        let mut path = format!("/picture.png?position={}", self.setup.to_rows());
        for (is, word) in [(self.throne, "throne"), (self.corners, "corners")] {
            if is {
                path.push_str(&format!("&{word}=yes"));
            }
        }
        if let Some(last) = self.last {
            path.push_str(&format!("&move={last}"));
        }
        path
    }
}
