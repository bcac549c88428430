//! What is taken from games to teach a net.

use std::sync::Arc;

use hnefi_engine::{Inputs, Stage};
use hnefi_rules::{Referee, Side};
use hnefi_selfplay::{Header, ShardError, Shards, StartKind};

use crate::{End, Far, Sample, Samples};

/// The positions of games that the engine played against itself, ready to teach a net and to test it.
pub struct Material {
    /// The positions that teach: of nineteen games in twenty.
    pub teaching: Samples,
    /// The positions that test: of all other games.
    pub testing: Samples,
    /// What a net sees of them.
    pub inputs: Inputs,
    /// The ids of their rule sets.
    pub rules: Vec<String>,
    /// A word that changes with the games.
    pub digest: String,
}

/// Why games cannot teach a net.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MaterialError {
    /// A shard cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// There is no game.
    #[error("the shards hold no position that could teach or none that could test: play more games")]
    Nothing,
    /// Their boards differ.
    #[error("one net cannot see positions of {0} and of {1}: their boards differ")]
    Boards(String, String),
    /// Nothing tells how games end at the scores of a source.
    #[error(
        "no position of {rules} that teaches and was judged by {mind} tells how games end: play more games, and some in which both sides look at \
         as many positions"
    )]
    Ends {
        /// The id of the rule set.
        rules: String,
        /// By what the engine judged.
        mind: String,
    },
    /// There are more positions than can be kept.
    #[error("the shards hold more positions than one training can keep: take fewer shards")]
    Full,
    /// There are too many sources of scores.
    #[error("the games were played by more than 256 minds and rule sets: take fewer shards")]
    Sources,
}

/// One game in so many tests.
const TESTS: u32 = 20;

/// Who gave scores, and whether anything tells how games end at them.
struct Source<'a> {
    rules: &'a str,
    ruleset: &'a str,
    mind: &'a str,
    /// Some sample wants to know how games end at its score.
    asked: bool,
    /// Some sample that teaches tells it.
    told: bool,
}

impl Source<'_> {
    fn of(header: &Header) -> Source<'_> {
        Source { rules: &header.rules, ruleset: &header.ruleset, mind: &header.mind, asked: false, told: false }
    }
}

impl Material {
    /// Takes every position at which the engine searched and its choice took nothing: the loss of a man in the next ply is the search's affair. `tell` hears
    /// how many games were read, now and then.
    ///
    /// # Errors
    /// A shard that cannot be read or was ruled by another judge, no games or too many, games that do not tell how games end, or rule
    /// sets whose positions no single net can see.
    pub fn of(shards: &Shards, buckets: usize, tell: &mut dyn FnMut(u64)) -> Result<Material, MaterialError> {
        let (material, untold) = Material::read(shards, buckets, tell)?;
        if material.teaching.is_empty() || material.testing.is_empty() {
            return Err(MaterialError::Nothing);
        }
        untold.map_or(Ok(material), Err)
    }

    /// The same positions for a net that is only asked about them: neither need there be games of both kinds, nor need they tell how games end.
    ///
    /// # Errors
    /// As of [`Material::of`] without these.
    pub fn to_ask(shards: &Shards, buckets: usize, tell: &mut dyn FnMut(u64)) -> Result<Material, MaterialError> {
        Material::read(shards, buckets, tell).map(|(material, _)| material)
    }

    /// The positions, and why they could not teach if some of their games do not tell how games end.
    fn read(
        shards: &Shards,
        buckets: usize,
        tell: &mut dyn FnMut(u64),
    ) -> Result<(Material, Option<MaterialError>), MaterialError> {
        shards.check_judge()?;
        let (mut teaching, mut testing) = (Samples::default(), Samples::default());
        let mut seen: Vec<(Arc<Referee>, Inputs)> = Vec::new();
        let mut sources: Vec<Source<'_>> = Vec::new();
        let mut hasher = crc32fast::Hasher::new();
        let mut men = Vec::new();
        for (read, game) in shards.games().enumerate() {
            let game = game?;
            let referee = shards.referee(&game);
            let at = match seen.iter().position(|(known, _)| Arc::ptr_eq(known, referee)) {
                Some(at) => at,
                None => {
                    let inputs = Inputs::new(referee);
                    if let Some((first, known)) = seen.first()
                        && known.name() != inputs.name()
                    {
                        let id = |referee: &Referee| referee.ruleset().id().to_owned();
                        return Err(MaterialError::Boards(id(first), id(referee)));
                    }
                    seen.push((referee.clone(), inputs));
                    seen.len() - 1
                }
            };
            let inputs = &seen[at].1;
            let header = shards.header(&game);
            let same = |known: &Source<'_>| (known.ruleset, known.mind) == (&*header.ruleset, &*header.mind);
            let number = sources.iter().position(same).unwrap_or_else(|| {
                sources.push(Source::of(header));
                sources.len() - 1
            });
            let source = u8::try_from(number).map_err(|_| MaterialError::Sources)?;
            let Source { asked, told, .. } = &mut sources[number];
            let seed = header.settings.seed;
            hasher.update(referee.ruleset().id().as_bytes());
            hasher.update(&seed.to_le_bytes());
            hasher.update(&game.number.to_le_bytes());
            let tests = (u64::from(game.number) ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            let tests = (tests as u32).is_multiple_of(TESTS);
            let samples = if tests { &mut testing } else { &mut teaching };
            let won = match game.winner {
                Some(Side::Attackers) => 0,
                None => 1,
                Some(Side::Defenders) => 2,
            };
            let start = header.settings.starts.kinds()[usize::from(game.start)].kind;
            let apart = header.judges_endgames_apart();
            let mut left = game.length() as u32;
            let mut kept = Ok(());
            game.replay(referee, |position, ply, _| {
                left -= 1;
                let Some(score) = ply.score.filter(|_| !ply.takes) else { return };
                let end = match start {
                    _ if game.nodes[0] != game.nodes[1] => End::Nothing,
                    StartKind::Sealed(..) if apart && Stage::Endgame.has(position) => End::Soon(Far { won, left }),
                    StartKind::Sealed(..) => End::Alone(Far { won, left }),
                    _ => End::Beside(won),
                };
                *asked |= matches!(end, End::Nothing | End::Beside(_));
                *told |= !tests && matches!(end, End::Beside(_));
                men.clear();
                men.extend(inputs.men(position).into_iter().map(|man| man as u16));
                let pushed = samples.push(&Sample {
                    men: &men,
                    measures: &inputs.measures(position),
                    turn: u8::from(position.turn() == Side::Defenders),
                    bucket: inputs.bucket(position, buckets) as u8,
                    end,
                    score,
                    source,
                });
                if let Err(error) = pushed {
                    kept = Err(error);
                }
            })?;
            kept?;
            tell(read as u64 + 1);
        }
        let mut rules: Vec<String> = seen.iter().map(|(referee, _)| referee.ruleset().id().to_owned()).collect();
        rules.sort_unstable();
        rules.dedup();
        let inputs = seen.into_iter().next().map(|(_, inputs)| inputs);
        let inputs = inputs.filter(|_| !teaching.is_empty() || !testing.is_empty()).ok_or(MaterialError::Nothing)?;
        let untold =
            sources.iter().find(|source| source.asked && !source.told).map(|Source { rules, mind, .. }| {
                MaterialError::Ends { rules: (*rules).to_owned(), mind: (*mind).to_owned() }
            });
        let digest = format!("{} positions, {:08x}", teaching.len() + testing.len(), hasher.finalize());
        Ok((Material { teaching, testing, inputs, rules, digest }, untold))
    }
}
