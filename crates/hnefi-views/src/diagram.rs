//! Boards drawn on the server, in the same hand as the board of the game page.
//!
//! The pieces are the symbols that every page carries, so that a diagram follows the reader's choice of
//! pieces and of light or dark.
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use hnefi_rules::{Answers, Intent, Piece, Ruleset, Setup, Square};
use hnefi_words::Words;

/// A board to be drawn.
///
/// ```
/// use hnefi_rules::Setup;
/// use hnefi_views::diagram::Diagram;
///
/// let setup = Setup::from_rows("/7/7/1t5/3K3/7/7/7/").unwrap();
/// let svg = Diagram::new(&setup).svg();
/// assert!(svg.contains("Attacker on b3, king on d4."));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    setup: &'a Setup,
    files: RangeInclusive<u8>,
    ranks: RangeInclusive<u8>,
    moved: Option<Intent>,
    arrived: Option<Intent>,
    captured: Vec<Square>,
    marks: Vec<(Square, Mark)>,
    coordinates: bool,
    throne: bool,
    corners: bool,
}

/// What a diagram says about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A piece could go here.
    Open,
    /// No piece may go here.
    Closed,
}

impl<'a> Diagram<'a> {
    /// The whole board with its coordinates, the throne and the corners marked.
    pub fn new(setup: &'a Setup) -> Diagram<'a> {
        let last = setup.size() - 1;
        Diagram {
            setup,
            files: 0..=last,
            ranks: 0..=last,
            moved: None,
            arrived: None,
            captured: Vec::new(),
            marks: Vec::new(),
            coordinates: true,
            throne: true,
            corners: true,
        }
    }

    /// The start position of a rule set, with its coordinates.
    pub fn start(ruleset: &'a Ruleset) -> Diagram<'a> {
        Diagram::new(ruleset.start()).under(ruleset.answers())
    }

    /// Marks the throne and the corners only where they mean something under these answers.
    #[must_use]
    pub fn under(mut self, answers: &Answers) -> Diagram<'a> {
        self.throne = answers.has_throne();
        self.corners = answers.has_corners();
        self
    }

    /// Only this part of the board, counted from 0, without coordinates.
    #[must_use]
    pub fn part(mut self, files: RangeInclusive<u8>, ranks: RangeInclusive<u8>) -> Diagram<'a> {
        let last = self.setup.size() - 1;
        self.files = *files.start()..=*files.end().min(&last);
        self.ranks = *ranks.start()..=*ranks.end().min(&last);
        self.coordinates = false;
        self
    }

    /// Leaves the coordinates out.
    #[must_use]
    pub fn plain(mut self) -> Diagram<'a> {
        self.coordinates = false;
        self
    }

    /// Draws the way of a move.
    #[must_use]
    pub fn moved(mut self, intent: Option<Intent>) -> Diagram<'a> {
        self.moved = intent;
        self
    }

    /// Tints the two squares of a move that has been made.
    #[must_use]
    pub fn arrived(mut self, intent: Option<Intent>) -> Diagram<'a> {
        self.arrived = intent;
        self
    }

    /// Crosses these pieces out.
    #[must_use]
    pub fn captured(mut self, squares: Vec<Square>) -> Diagram<'a> {
        self.captured = squares;
        self
    }

    /// Marks these squares.
    #[must_use]
    pub fn marks(mut self, marks: Vec<(Square, Mark)>) -> Diagram<'a> {
        self.marks = marks;
        self
    }

    /// The drawing as SVG, to stand in a page that carries the pieces.
    pub fn svg(&self) -> String {
        let width = self.files.end() - self.files.start() + 1;
        let height = self.ranks.end() - self.ranks.start() + 1;
        let (margin, foot) = if self.coordinates { (0.62, 0.62) } else { (0.06, 0.06) };
        let mut svg = String::with_capacity(4096);
        let _ = write!(
            svg,
            r#"<svg class="diagram" viewBox="{} -0.06 {:.2} {:.2}" role="img" aria-label="{}">"#,
            -margin,
            f32::from(width) + margin + 0.06,
            f32::from(height) + 0.06 + foot,
            self.description()
        );
        self.draw_board(&mut svg, width, height);
        self.draw_marks(&mut svg);
        for (square, piece) in self.setup.pieces().filter(|&(square, _)| self.shows(square)) {
            let (x, y) = self.centre(square);
            let _ =
                write!(svg, r##"<use href="#{}" x="{}" y="{}" width="1" height="1"/>"##, piece.id(), x - 0.5, y - 0.5);
        }
        self.draw_move(&mut svg);
        for &square in self.captured.iter().filter(|&&square| self.shows(square)) {
            let (x, y) = self.centre(square);
            let _ = write!(
                svg,
                r#"<path class="taken-under" d="M{0} {1}l.8.8m0-.8l-.8.8"/><path class="taken" d="M{0} {1}l.8.8m0-.8l-.8.8"/>"#,
                x - 0.4,
                y - 0.4
            );
        }
        svg.push_str("</svg>");
        svg
    }

    fn shows(&self, square: Square) -> bool {
        self.files.contains(&square.file()) && self.ranks.contains(&square.rank())
    }

    fn centre(&self, square: Square) -> (f32, f32) {
        let x = f32::from(square.file()) - f32::from(*self.files.start()) + 0.5;
        let y = f32::from(*self.ranks.end()) - f32::from(square.rank()) + 0.5;
        (x, y)
    }

    fn draw_board(&self, svg: &mut String, width: u8, height: u8) {
        let _ = write!(svg, r#"<rect class="wood" width="{width}" height="{height}"/>"#);
        for square in self.setup.squares().filter(|&square| self.shows(square)) {
            if (self.throne && square == self.setup.throne()) || (self.corners && self.setup.is_corner(square)) {
                let (x, y) = self.centre(square);
                let _ = write!(
                    svg,
                    r#"<rect class="royal" x="{}" y="{}" width="1" height="1"/><path class="royal-cross" d="M{} {}h.68v.68h-.68zl.68.68m0-.68l-.68.68"/>"#,
                    x - 0.5,
                    y - 0.5,
                    x - 0.34,
                    y - 0.34
                );
            }
        }
        svg.push_str(r#"<path class="lines" d=""#);
        for x in 1..width {
            let _ = write!(svg, "M{x} 0v{height}");
        }
        for y in 1..height {
            let _ = write!(svg, "M0 {y}h{width}");
        }
        svg.push_str(r#""/>"#);
        let _ = write!(svg, r#"<rect class="rim" width="{width}" height="{height}"/>"#);
        if self.coordinates {
            for file in self.files.clone() {
                let x = f32::from(file - self.files.start()) + 0.5;
                let letter = (b'a' + file) as char;
                let _ =
                    write!(svg, r#"<text class="coordinate" x="{x}" y="{}">{letter}</text>"#, f32::from(height) + 0.44);
            }
            for rank in self.ranks.clone() {
                let y = f32::from(self.ranks.end() - rank) + 0.5;
                let _ = write!(svg, r#"<text class="coordinate" x="-.33" y="{}">{}</text>"#, y + 0.13, rank + 1);
            }
        }
    }

    fn draw_marks(&self, svg: &mut String) {
        if let Some(moved) = self.moved.or(self.arrived) {
            for square in [moved.from, moved.to].into_iter().filter(|&square| self.shows(square)) {
                let (x, y) = self.centre(square);
                let _ = write!(svg, r#"<rect class="last" x="{}" y="{}" width="1" height="1"/>"#, x - 0.5, y - 0.5);
            }
        }
        for &(square, mark) in self.marks.iter().filter(|(square, _)| self.shows(*square)) {
            let (x, y) = self.centre(square);
            let _ = match mark {
                Mark::Open => write!(svg, r#"<circle class="dot" cx="{x}" cy="{y}" r=".13"/>"#),
                Mark::Closed => write!(svg, r#"<path class="closed" d="M{} {}l.3.3m0-.3l-.3.3"/>"#, x - 0.15, y - 0.15),
            };
        }
    }

    fn draw_move(&self, svg: &mut String) {
        let Some(moved) = self.moved else { return };
        if !self.shows(moved.from) || !self.shows(moved.to) {
            return;
        }
        let ((x1, y1), (x2, y2)) = (self.centre(moved.from), self.centre(moved.to));
        let length = (x2 - x1).hypot(y2 - y1).max(0.01);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        // Between the rims of the two squares' pieces, with the head just short of the second.
        let (sx, sy) = (x1 + dx * 0.42, y1 + dy * 0.42);
        let (ex, ey) = (x2 - dx * 0.42, y2 - dy * 0.42);
        let (hx, hy) = (ex - dx * 0.3, ey - dy * 0.3);
        if length > 1.2 {
            let _ = write!(svg, r#"<path class="way" d="M{sx:.2} {sy:.2}L{hx:.2} {hy:.2}"/>"#);
        }
        let (px, py) = (-dy * 0.19, dx * 0.19);
        let _ = write!(
            svg,
            r#"<path class="head" d="M{ex:.2} {ey:.2}L{:.2} {:.2} {:.2} {:.2}Z"/>"#,
            hx + px,
            hy + py,
            hx - px,
            hy - py
        );
    }

    fn description(&self) -> String {
        let words = Words::english();
        let groups: Vec<String> = [Piece::Attacker, Piece::Defender, Piece::King]
            .into_iter()
            .filter_map(|wanted| {
                let squares: Vec<String> = self
                    .setup
                    .pieces()
                    .filter(|&(square, piece)| piece == wanted && self.shows(square))
                    .map(|(square, _)| square.to_string())
                    .collect();
                (!squares.is_empty()).then(|| {
                    words.format(
                        "diagram-group",
                        &[
                            ("piece", wanted.id().into()),
                            ("count", squares.len().into()),
                            ("squares", words.list(&squares).into()),
                        ],
                    )
                })
            })
            .collect();
        if groups.is_empty() {
            return words.text("diagram-empty");
        }
        let mut text = groups.join(", ");
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        text.push('.');
        if let Some(moved) = self.moved {
            text.push(' ');
            text.push_str(&words.format("diagram-move", &[("move", words.intent(moved).into())]));
        }
        if !self.captured.is_empty() {
            let squares: Vec<String> = self.captured.iter().map(Square::to_string).collect();
            text.push(' ');
            text.push_str(&words.format("diagram-captured", &[("squares", words.list(&squares).into())]));
        }
        text
    }
}
