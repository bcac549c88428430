//! Reading a rules string.

use std::sync::Arc;

use hnefi_rules::{Answers, FORMAT, Question, Ruleset, Setup, Square, rulesets};

use super::answers::{CornerSayings, Sayings, ThroneSayings, UNSAID};
use super::keys::{Keys, Pieces};
use crate::named::{ruleset_named, short};
use crate::{KeyProblem, Note, Place, ReadError, ReadRules, Remark};

/// Reads a rules string that is a text of its own.
pub(crate) fn read_rules_string(text: &str) -> Result<ReadRules, ReadError> {
    read_rules_string_at(text, Place::START)
}

/// Reads a rules string that begins at a place of a text.
pub(crate) fn read_rules_string_at(text: &str, place: Place) -> Result<ReadRules, ReadError> {
    let keys = Keys::read(text, place)?;
    let (jump, berserk) = (keys.letter("kj", &['n', 'r', 'j', 'c'])?, keys.letter("ber", &['n', 'c', 'm'])?);
    for (key, letter) in [("kj", jump), ("ber", berserk)] {
        if letter != 'n' {
            return Err(keys.unplayable(key));
        }
    }
    let start = start(&keys)?;
    let sayings = sayings(&keys, &start)?;
    let name = keys.value("name").replace('_', " ");
    let name = name.trim();
    let published = ruleset_named(name, Some(start.size()));

    // What a string cannot say exactly is taken from a rule set of this program only if the string names it.
    let is_named = |ruleset: &Ruleset| published.is_some_and(|published| published.id() == ruleset.id());
    let mut fitting: Vec<&'static Arc<Ruleset>> = rulesets()
        .filter(|ruleset| *ruleset.start() == start)
        .filter(|ruleset| Sayings::of(ruleset).as_read() == sayings.as_read())
        .filter(|ruleset| is_named(ruleset) || sayings.losses(ruleset).is_empty())
        .collect();
    fitting.sort_by_key(|ruleset| !is_named(ruleset));
    if let Some((&taken, others)) = fitting.split_first() {
        let mut notes = nearest(&keys, &sayings, taken.answers());
        if !is_named(taken) && !others.is_empty() {
            let others = others.iter().map(|other| other.id()).collect();
            notes.push(Note { place: None, remark: Remark::AlsoFits { taken: taken.id(), others } });
        }
        return Ok(ReadRules { ruleset: taken.clone(), notes });
    }
    let ruleset = Arc::new(house(&keys, &sayings, &start, name)?);
    let mut notes = nearest(&keys, &sayings, ruleset.answers());
    if let Some(published) = published {
        let differing = published.differences(&ruleset);
        notes.extend(differing.into_iter().filter(|question| !UNSAID.contains(question)).map(|question| Note {
            place: keys.given(key_of(question)).map(|(_, place)| place),
            remark: Remark::Against { published: published.id(), question, answer: ruleset.answers().word(question) },
        }));
    }
    notes.extend(UNSAID.map(|question| Note {
        place: None,
        remark: Remark::Unsaid { question, taken: ruleset.answers().word(question) },
    }));
    Ok(ReadRules { ruleset, notes })
}

/// The board and its start.
fn start(keys: &Keys<'_>) -> Result<Setup, ReadError> {
    let Some((size, _)) = keys.given("dim") else { return Err(keys.error("dim", KeyProblem::Missing)) };
    let size: u8 = size.parse().map_err(|_| keys.bad("dim"))?;
    let start = keys.start()?;
    if Setup::empty(size).is_none() {
        return Err(keys.unplayable("dim"));
    }
    if start.size() != size {
        return Err(keys.bad("dim"));
    }
    Ok(start)
}

fn sayings(keys: &Keys<'_>, start: &Setup) -> Result<Sayings, ReadError> {
    for key in ["nj", "cj", "mj", "gj"] {
        keys.letter(key, &['n', 'r', 'j', 'c'])?;
    }
    for key in ["afor", "dfor"] {
        if keys.squares(key, &[])? {
            return Err(keys.unplayable(key));
        }
    }
    for key in ["aforh", "dforh", "aforp", "dforp", "afors", "dfors", "aforre", "dforre", "corre"] {
        keys.pieces(key)?;
    }

    let edge_escape = keys.letter("esc", &['c', 'e'])? == 'e';
    let mut corner_squares: Vec<Square> = start.squares().filter(|&square| start.is_corner(square)).collect();
    corner_squares.sort_unstable();
    // Both sides' soldiers must be treated alike where one question asks of them all.
    let alike = |key: &str, pieces: Pieces| match pieces.attackers == pieces.defenders {
        true => Ok(pieces),
        false => Err(keys.unplayable(key)),
    };
    let corners = match keys.squares("cor", &corner_squares)? {
        false if !edge_escape => return Err(keys.unplayable("cor")),
        false => None,
        true => {
            let stop = alike("cors", keys.pieces("cors")?.and(keys.pieces("corp")?))?;
            if !stop.king && !edge_escape {
                return Err(keys.unplayable("cors"));
            }
            Some(CornerSayings { hostile: keys.pieces("corh")?, stop })
        }
    };
    let throne = match keys.squares("cen", &[start.throne()])? {
        false => None,
        true => {
            let occupied = keys.pieces("cenh")?;
            let pass = alike("cenp", keys.pieces("cenp")?)?;
            let stop = alike("cens", keys.pieces("cens")?.and(pass))?;
            let again = keys.pieces("cenre")?;
            if stop.attackers && !(again.attackers && again.defenders) {
                return Err(keys.unplayable("cenre"));
            }
            Some(ThroneSayings {
                hostile: (occupied.attackers, occupied.defenders),
                hostile_empty: keys.pieces("cenhe")?,
                pass,
                stop: Pieces { king: stop.king && again.king, ..stop },
            })
        }
    };
    let (soldiers_slow, king_slow) = keys.speeds(start.size())?;
    let shieldwall = keys.letter("sw", &['n', 'w', 's'])?;
    let flank = keys.yes("swf")?;
    Ok(Sayings {
        edge_escape,
        surrounding: keys.yes("surf")?,
        attackers_first: keys.yes("atkf")?,
        repetition: keys.letter("tfr", &['i', 'd', 'w', 'l'])?,
        king_arms: keys.letter("ka", &['y', 'n', 'a', 'h'])?,
        king_strength: match keys.letter("ks", &['s', 'w', 'c', 'm', 'y', 'n'])? {
            'y' => 's',
            'n' => 'w',
            strength => strength,
        },
        soldiers_slow,
        king_slow,
        corners,
        throne,
        shieldwall,
        any_flank: shieldwall != 'n' && !flank,
        exit_fort: keys.yes("efe")?,
        linnaean: keys.yes("linc")?,
    })
}

impl Sayings {
    /// The sayings without what makes no difference, for comparison.
    fn as_read(&self) -> Sayings {
        let mut same = self.clone();
        if same.throne.is_none() {
            same.linnaean = false;
        }
        // A wall that no corner could close is the same, weak or strong.
        let hostile = same.corners.is_some_and(|c| c.hostile.attackers || c.hostile.defenders);
        if same.shieldwall == 'w' && !hostile {
            same.shieldwall = 's';
        }
        if let Some(corners) = &mut same.corners
            && (same.edge_escape || same.king_strength == 's')
        {
            corners.hostile.king = false;
        }
        if let Some(throne) = &mut same.throne
            && same.king_strength == 'c'
        {
            throne.hostile_empty.king = false;
        }
        same
    }
}

/// The house rule that a string describes.
fn house(keys: &Keys<'_>, sayings: &Sayings, start: &Setup, name: &str) -> Result<Ruleset, ReadError> {
    let answers = sayings.answers();
    let base = rulesets()
        .min_by_key(|r| (r.size() != start.size(), r.start() != start, answers.differences(r.answers()).len()))
        .expect("there are rule sets");
    let name = if name.is_empty() { "OpenTafl rules" } else { name };
    let slug: String = name
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .take(40)
        .collect::<String>()
        .split('-')
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    let slug = match &slug[..] {
        "" => "opentafl-rules".to_owned(),
        taken if hnefi_rules::ruleset(taken).is_some() => format!("{taken}-by-string"),
        _ => slug,
    };
    let quoted = serde_json::to_string(&short(name)).expect("a text always fits JSON");
    let mut file = format!("format = {FORMAT}\nid = {slug:?}\nname = {quoted}\nbase = {:?}\n", base.id());
    file.push_str(&format!("[start]\nis = {:?}\n", start.to_rows()));
    for question in Question::ALL {
        file.push_str(&format!("[answers.{}]\nis = {:?}\n", question.id(), answers.word(*question)));
    }
    Ruleset::from_toml(&file).map_err(|error| ReadError::new(keys.begins, error))
}

/// What was understood otherwise than it was written.
fn nearest(keys: &Keys<'_>, sayings: &Sayings, taken: &Answers) -> Vec<Note> {
    let written = |key: &str| format!("{key}:{}", short(keys.value(key)));
    let note = |&question: &Question| {
        let own_definition = question == Question::ExitFort && sayings.exit_fort;
        let (key, remark) = if let Some(key) = sayings.nearest(question) {
            (key, Remark::Nearest { written: written(key), question, taken: taken.word(question) })
        } else if own_definition {
            let key = key_of(question);
            (key, Remark::OwnDefinition { written: written(key), question })
        } else {
            return None;
        };
        Some(Note { place: keys.given(key).map(|(_, place)| place), remark })
    };
    Question::ALL.iter().filter_map(note).collect()
}

/// The key of a rules string that decides a question.
fn key_of(question: Question) -> &'static str {
    match question {
        Question::FirstMove => "atkf",
        Question::SoldiersReach | Question::KingReach => "spd",
        Question::SoldiersThrone => "cenp",
        Question::KingThrone => "cenre",
        Question::Corners => "cors",
        Question::EmptyThroneAttackers | Question::EmptyThroneDefenders => "cenhe",
        Question::OccupiedThroneAttackers | Question::OccupiedThroneDefenders => "cenh",
        Question::CornersAttackers | Question::CornersDefenders => "corh",
        Question::KingArms => "ka",
        Question::KingOpen
        | Question::KingOnThrone
        | Question::KingBesideThrone
        | Question::KingOnEdge
        | Question::KingBesideCorner => "ks",
        Question::Shieldwall => "sw",
        Question::Escape => "esc",
        Question::ExitFort => "efe",
        Question::Encirclement => "surf",
        Question::Repetition => "tfr",
        _ => "",
    }
}
