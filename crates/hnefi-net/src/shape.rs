//! How large a net is.

/// How many inputs, sums and outputs a net has. [`Net::new`](crate::Net::new) refuses a shape outside these bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Inputs that are there or not: one for each kind of piece on each square; 1 to 4,096.
    pub men: usize,
    /// Inputs that are counted for every position anew; at most 4,096.
    pub measures: usize,
    /// Sums in the hidden layer, a multiple of 64 from 64 to 1,024.
    pub hidden: usize,
    /// Output heads for each side to move, 1 to 32.
    pub buckets: usize,
}

impl Shape {
    /// The outputs of a head: the attackers win, nobody wins, the defenders win.
    pub const OUTPUTS: usize = 3;

    /// How many heads there are.
    pub const fn heads(self) -> usize {
        2 * self.buckets
    }

    /// How many weights there are of each kind: of men, of measures into the hidden layer, of the hidden layer's own,
    /// of the outputs, of the outputs' own, of measures straight to the outputs.
    pub(crate) const fn lengths(self) -> [usize; 6] {
        [
            self.men * self.hidden,
            self.measures * self.hidden,
            self.hidden,
            self.heads() * Shape::OUTPUTS * self.hidden,
            self.heads() * Shape::OUTPUTS,
            2 * self.measures * Shape::OUTPUTS,
        ]
    }

    /// Whether a net can have this shape.
    pub(crate) const fn is_sound(self) -> bool {
        self.men >= 1
            && self.men <= 4096
            && self.measures <= 4096
            && self.hidden >= 64
            && self.hidden <= 1024
            && self.hidden.is_multiple_of(64)
            && self.buckets >= 1
            && self.buckets <= 32
    }
}
