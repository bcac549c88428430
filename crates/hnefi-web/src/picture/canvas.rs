//! A surface to paint on.

use zeno::{Mask, Stroke, Style, Transform};

/// A colour: red, green, blue.
pub(super) type Colour = [u8; 3];

/// An opaque surface, rows from the top.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

/// Where a drawing stands, and how large its unit is, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) unit: f32,
}

impl Canvas {
    pub(super) fn new(width: u32, height: u32, colour: Colour) -> Canvas {
        Canvas { width, height, bytes: colour.repeat((width * height) as usize) }
    }

    /// Fills a path, written as in SVG.
    pub(super) fn fill(&mut self, path: &str, place: Place, colour: Colour, opacity: f32) {
        self.paint(path, Style::default(), place, colour, opacity);
    }

    /// Draws along a path, written as in SVG. The width is in the place's units.
    pub(super) fn stroke(&mut self, path: &str, width: f32, place: Place, colour: Colour) {
        self.paint(path, Stroke::new(width).into(), place, colour, 1.0);
    }

    fn paint(&mut self, path: &str, style: Style<'_>, place: Place, colour: Colour, opacity: f32) {
        let transform = Transform::scale(place.unit, place.unit).then_translate(place.x, place.y);
        let (mask, at) = Mask::new(path).style(style).transform(Some(transform)).render();
        if at.width == 0 {
            return;
        }
        for (row, line) in mask.chunks(at.width as usize).enumerate() {
            let Some(y) =
                i64::from(at.top).checked_add(row as i64).filter(|&y| (0..i64::from(self.height)).contains(&y))
            else {
                continue;
            };
            for (column, &cover) in line.iter().enumerate() {
                let x = i64::from(at.left) + column as i64;
                if cover == 0 || !(0..i64::from(self.width)).contains(&x) {
                    continue;
                }
                let start = (y * i64::from(self.width) + x) as usize * 3;
                let part = f32::from(cover) / 255.0 * opacity;
                for (under, over) in self.bytes[start..start + 3].iter_mut().zip(colour) {
                    *under = (f32::from(*under) * (1.0 - part) + f32::from(over) * part).round() as u8;
                }
            }
        }
    }

    /// The surface as a PNG.
    pub(super) fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(&self.bytes)?;
        Ok(png)
    }
}
