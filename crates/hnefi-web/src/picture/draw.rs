//! A position drawn, in the hand of the pages by light.
use std::fmt::Write as _;

use hnefi_rules::{Piece, Square};
use hnefi_views::Subject;

use super::canvas::{Canvas, Colour, Place};

const PAPER: Colour = [0xf8, 0xf4, 0xea];
const WOOD: Colour = [0xe4, 0xcd, 0xa2];
const LINES: Colour = [0xb2, 0x94, 0x60];
const ROYAL: Colour = [0xd2, 0xb2, 0x7c];
const ROYAL_LINES: Colour = [0x8a, 0x68, 0x3a];
const RIM: Colour = [0x6f, 0x54, 0x31];
const TINT: Colour = [0x7a, 0x35, 0x19];
const IRON: Colour = [0x2b, 0x2e, 0x33];
const IRON_EDGE: Colour = [0x10, 0x12, 0x14];
const IRON_SHINE: Colour = [0x7d, 0x84, 0x8d];
const BONE: Colour = [0xfd, 0xf8, 0xec];
const BONE_EDGE: Colour = [0x46, 0x3d, 0x2e];
const BONE_SHADE: Colour = [0xc4, 0xb5, 0x92];

/// The wood of the icon, and its plate.
const ICON_WOOD: Colour = [0x6d, 0x54, 0x36];
const ICON_PLATE: &str =
    "M-.5-.38A.12.12 0 0 1-.38-.5H.38A.12.12 0 0 1 .5-.38V.38A.12.12 0 0 1 .38.5H-.38A.12.12 0 0 1-.5.38Z";

const SQUARE: &str = "M-.5-.5H.5V.5H-.5Z";
const ROYAL_CROSS: &str = "M-.34-.34H.34V.34H-.34ZM-.34-.34.34.34M.34-.34-.34.34";
const KING_CROSS: &str = "M-.06-.06-.11-.27H.11L.06-.06.27-.11V.11L.06.06.11.27H-.11L-.06.06-.27.11V-.11Z";

/// How much of the height is free above and below the board.
const MARGIN: f32 = 26.0;

/// The picture of a position: the board in the middle, an attacker on its left, the king on its right.
pub(super) fn draw(subject: &Subject) -> Result<Vec<u8>, png::EncodingError> {
    let mut canvas = Canvas::new(Subject::WIDTH, Subject::HEIGHT, PAPER);
    let (width, height) = (Subject::WIDTH as f32, Subject::HEIGHT as f32);
    let side = height - 2.0 * MARGIN;
    let size = subject.setup.size();
    let unit = side / f32::from(size);
    let left = (width - side) / 2.0;
    let board = Place { x: left, y: MARGIN, unit };
    let on = |square: Square| Place {
        x: left + (f32::from(square.file()) + 0.5) * unit,
        y: MARGIN + (f32::from(size - 1 - square.rank()) + 0.5) * unit,
        unit,
    };

    let frame = format!("M0 0H{size}V{size}H0Z");
    canvas.fill(&frame, board, WOOD, 1.0);
    for square in subject.setup.squares() {
        let royal = subject.throne && square == subject.setup.throne();
        if royal || (subject.corners && subject.setup.is_corner(square)) {
            canvas.fill(SQUARE, on(square), ROYAL, 1.0);
            canvas.stroke(ROYAL_CROSS, 0.03, on(square), ROYAL_LINES);
        }
    }
    let mut lines = String::new();
    for at in 1..size {
        let _ = write!(lines, "M{at} 0V{size}M0 {at}H{size}");
    }
    canvas.stroke(&lines, 0.022, board, LINES);
    canvas.stroke(&frame, 0.08, board, RIM);
    for square in subject.last.iter().flat_map(|last| [last.from, last.to]) {
        canvas.fill(SQUARE, on(square), TINT, 0.25);
    }
    for (square, piece) in subject.setup.pieces() {
        draw_piece(&mut canvas, piece, on(square));
    }
    let beside = |x: f32| Place { x, y: height / 2.0, unit: left * 0.62 };
    draw_piece(&mut canvas, Piece::Attacker, beside(left / 2.0));
    draw_piece(&mut canvas, Piece::King, beside(width - left / 2.0));
    canvas.png()
}

/// The icon of the app: the king on wood. A maskable one leaves a rim that a system may cut away.
pub(crate) fn draw_icon(side: u32, maskable: bool) -> Result<Vec<u8>, png::EncodingError> {
    let mut canvas = Canvas::new(side, side, if maskable { ICON_WOOD } else { PAPER });
    let half = side as f32 / 2.0;
    let middle = |part: f32| Place { x: half, y: half, unit: side as f32 * part };
    if !maskable {
        canvas.fill(ICON_PLATE, middle(1.0), ICON_WOOD, 1.0);
    }
    draw_piece(&mut canvas, Piece::King, middle(if maskable { 0.72 } else { 0.96 }));
    canvas.png()
}

fn draw_piece(canvas: &mut Canvas, piece: Piece, at: Place) {
    match piece {
        Piece::Attacker => {
            canvas.fill("M0-.37.37 0 0 .37-.37 0Z", at, IRON, 1.0);
            canvas.stroke("M0-.37.37 0 0 .37-.37 0Z", 0.035, at, IRON_EDGE);
            canvas.stroke("M0-.2.2 0 0 .2-.2 0Z", 0.035, at, IRON_SHINE);
        }
        Piece::Defender => {
            discs(canvas, at, &[(0.34, BONE_EDGE), (0.3, BONE), (0.2075, BONE_SHADE), (0.1725, BONE)]);
        }
        Piece::King => {
            discs(canvas, at, &[(0.43, BONE_EDGE), (0.39, BONE), (0.3475, BONE_SHADE), (0.3125, BONE)]);
            canvas.fill(KING_CROSS, at, TINT, 1.0);
        }
    }
}

/// Discs one on another, by radius and colour. What is left of each is a ring without a seam.
fn discs(canvas: &mut Canvas, at: Place, discs: &[(f32, Colour)]) {
    for &(radius, colour) in discs {
        let path = format!("M-{radius} 0A{radius} {radius} 0 1 1 {radius} 0A{radius} {radius} 0 1 1-{radius} 0Z");
        canvas.fill(&path, at, colour, 1.0);
    }
}
