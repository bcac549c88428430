//! What makes games.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use hnefi_match::{Kept, Opening, Openings, OpeningsError};
use hnefi_rules::{Game, JUDGE, Move, Piece, Position, Referee, Ruleset, Setup, Side};

use crate::sealed::{can_be_sealed, sealed};
use crate::{Header, Settings, StartKind};

/// What makes games: a rule set, settings, and what the engine is called. [`Recipe::play`] makes the game of a number.
#[derive(Debug)]
pub struct Recipe {
    header: Header,
    pub(crate) referee: Arc<Referee>,
    /// The openings of each kind of start; empty where it has none.
    openings: Vec<Vec<Opening>>,
}

/// Why games cannot be played so.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// No openings are kept for the rule set.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// More soldiers would be taken off than there are.
    #[error("`{start}`: the board has {there} {side}, and {wanted} would be taken off")]
    TooMany {
        /// Which start says so.
        start: String,
        /// Whose.
        side: &'static str,
        /// How many there are.
        there: usize,
        /// How many would be taken off.
        wanted: u8,
    },
    /// The king does not escape by the corners, or the attackers are too few to seal them all.
    #[error("under {rules} the attackers cannot hold all corners, so no game begins with them sealed")]
    Corners {
        /// The rule set's id.
        rules: String,
    },
    /// More defenders would be set up than there are.
    #[error("`{start}`: the board has {there} defenders, and {wanted} would be left behind sealed corners")]
    TooManyLeft {
        /// Which start says so.
        start: String,
        /// How many there are.
        there: usize,
        /// How many would be left.
        wanted: u8,
    },
    /// No game would get beyond its opening.
    #[error("a game that ends after {plies} plies never gets beyond an opening of {longest}")]
    Plies {
        /// The plies of a game.
        plies: u16,
        /// Those of the longest opening.
        longest: usize,
    },
}

/// What a mind is called that is a net from a file: the file's name without its folders, and the net's digest, which its card does not change.
///
/// ```
/// use std::path::Path;
/// assert_eq!(hnefi_selfplay::mind_of_net(Path::new("nets/a.net"), 0xcbf4_3926), "net a.net cbf43926");
/// ```
pub fn mind_of_net(path: &Path, digest: u32) -> String {
    format!("net {} {digest:08x}", name_of(path))
}

/// What a mind is called that is weights of the evaluation by hand from a file: the file's name without its folders, and the CRC-32 of what it holds.
///
/// ```
/// use std::path::Path;
/// assert_eq!(hnefi_selfplay::mind_of_weights(Path::new("mine/a.toml"), b"123456789"), "weights a.toml cbf43926");
/// ```
pub fn mind_of_weights(path: &Path, bytes: &[u8]) -> String {
    format!("weights {} {:08x}", name_of(path), crc32fast::hash(bytes))
}

/// What a mind is called that is a net of the engine's own: its name and its digest. Nets of several generations have the same name.
///
/// ```
/// assert_eq!(hnefi_selfplay::mind_of_own_net("a", 0xcbf4_3926), "own net a cbf43926");
/// ```
pub fn mind_of_own_net(name: &str, digest: u32) -> String {
    format!("{OWN_NET} {name} {digest:08x}")
}

/// What a mind of several such nets is called: one for whole games, and after it one for endgames.
///
/// ```
/// let nets = ["own net a cbf43926".to_owned(), "own net b 352441c2".to_owned()];
/// assert_eq!(hnefi_selfplay::mind_of_own_nets(&nets), "own net a cbf43926 and own net b 352441c2");
/// ```
pub fn mind_of_own_nets(nets: &[String]) -> String {
    nets.join(AND)
}

/// What stands between two nets.
const AND: &str = " and ";

/// Whether a mind has a net of its own for endgames.
pub(crate) fn has_a_net_for_endgames(mind: &str) -> bool {
    let nets = || mind.split(AND);
    nets().count() > 1 && nets().all(|net| net.starts_with(OWN_NET))
}

const OWN_NET: &str = "own net";

fn name_of(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// How a game begins.
pub(crate) struct Begun {
    pub(crate) opening: Option<u16>,
    pub(crate) setup: Option<Setup>,
    pub(crate) game: Game,
}

impl Recipe {
    /// Games of a rule set. `engine` is what tells the engine from others, and `mind` is by what it judges: both are
    /// texts of the caller's.
    ///
    /// # Errors
    /// A [`RecipeError`] where games cannot begin as the settings say.
    pub fn new(ruleset: Arc<Ruleset>, settings: Settings, engine: &str, mind: &str) -> Result<Recipe, RecipeError> {
        let referee = Arc::new(Referee::new(ruleset.clone()));
        let soldiers = |piece| ruleset.start().pieces().filter(|&(_, other)| other == piece).count();
        let mut openings = Vec::new();
        for start in settings.starts.kinds() {
            let enough = |side, there, wanted: u8| match usize::from(wanted) < there {
                true => Ok(Vec::new()),
                false => Err(RecipeError::TooMany { start: start.to_string(), side, there, wanted }),
            };
            let kept = |kept| match Openings::kept(kept, &referee)? {
                Openings::File { openings, .. } => Ok(openings),
                Openings::Drawn { .. } => Ok::<_, RecipeError>(Vec::new()),
            };
            let of_kind = match start.kind {
                StartKind::Start => Vec::new(),
                StartKind::Book => kept(Kept::Book)?,
                StartKind::Drawn => kept(Kept::Drawn)?,
                StartKind::Defenders(_, most) => enough("defenders", soldiers(Piece::Defender), most)?,
                StartKind::Attackers(_, most) => enough("attackers", soldiers(Piece::Attacker), most)?,
                StartKind::Sealed(_, wanted) => {
                    if !can_be_sealed(&ruleset, soldiers(Piece::Attacker)) {
                        return Err(RecipeError::Corners { rules: ruleset.id().to_owned() });
                    }
                    let there = soldiers(Piece::Defender);
                    if usize::from(wanted) > there {
                        return Err(RecipeError::TooManyLeft { start: start.to_string(), there, wanted });
                    }
                    Vec::new()
                }
            };
            let longest = of_kind.iter().map(|opening: &Opening| opening.moves.len()).max().unwrap_or(0);
            let longest = longest + usize::from(start.plies.1);
            if usize::from(settings.plies) <= longest {
                return Err(RecipeError::Plies { plies: settings.plies, longest });
            }
            openings.push(of_kind);
        }
        let header = Header {
            rules: ruleset.id().to_owned(),
            ruleset: ruleset.to_toml(),
            judge: JUDGE,
            engine: engine.to_owned(),
            mind: mind.to_owned(),
            settings,
        };
        Ok(Recipe { header, referee, openings })
    }

    /// What its shards say about all of their games.
    pub fn header(&self) -> &Header {
        &self.header
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.header.settings
    }

    /// How a game begins from a kind of start; `None` if chance ended it at once.
    ///
    /// `draw` says how often this was asked before for the game: where nearly all beginnings are decided, they get shorter.
    /// `near` draws a move that is at most so many hundredths worse than the best.
    pub(crate) fn begin(
        &self,
        start: usize,
        draw: u32,
        chance: &mut fastrand::Rng,
        near: impl Fn(&Game, u16, &mut fastrand::Rng) -> Option<Move>,
    ) -> Option<Begun> {
        let kind = &self.settings().starts.kinds()[start];
        let openings = &self.openings[start];
        let opening = (!openings.is_empty()).then(|| &openings[chance.usize(..openings.len())]);
        let setup = match kind.kind {
            StartKind::Defenders(least, most) => Some(self.thinned(Piece::Defender, chance.u8(least..=most), chance)),
            StartKind::Attackers(least, most) => Some(self.thinned(Piece::Attacker, chance.u8(least..=most), chance)),
            StartKind::Sealed(least, most) => Some(sealed(self.referee.ruleset(), chance.u8(least..=most), chance)),
            StartKind::Start | StartKind::Book | StartKind::Drawn => None,
        };
        let mut game = Game::from_position(self.referee.clone(), self.first(setup.as_ref())?);
        for &mv in opening.iter().flat_map(|opening| &opening.moves) {
            game.play(mv).expect("a legal move");
        }
        let plies = u32::from(chance.u8(kind.plies.0..=kind.plies.1));
        for _ in 0..plies.saturating_sub(draw / 100) {
            let mv = match kind.margin {
                Some(margin) => near(&game, margin, chance)?,
                None => chance.choice(game.moves())?,
            };
            game.play(mv).expect("a legal move");
        }
        let opening = opening.map(|opening| opening.number as u16);
        game.outcome().is_none().then_some(Begun { opening, setup, game })
    }

    fn first(&self, setup: Option<&Setup>) -> Option<Position> {
        match setup {
            None => Some(self.referee.start()),
            Some(setup) => self.referee.position(setup, self.referee.start().turn()).ok(),
        }
    }

    /// The start without some soldiers.
    fn thinned(&self, piece: Piece, count: u8, chance: &mut fastrand::Rng) -> Setup {
        let mut setup = self.referee.start().setup();
        let mut squares: Vec<_> =
            setup.pieces().filter(|&(_, other)| other == piece).map(|(square, _)| square).collect();
        chance.shuffle(&mut squares);
        for &square in squares.iter().take(count.into()) {
            setup.set(square, None);
        }
        setup
    }

    /// The side that begins.
    pub(crate) fn turn(&self) -> Side {
        self.referee.start().turn()
    }
}
