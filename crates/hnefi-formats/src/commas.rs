//! Games as lists of moves with commas between them: `d1-d4, f4-i4, h1-h4xi4`.
//!
//! Written: a line for each game, the id of the rule set first; of a game without moves nothing else.
//!
//! Tolerated when read: no rule set, if it is given otherwise, or a name of the field for it; semicolons and line
//! ends for commas; a list that goes on after a comma at the end of a line; one move a line; numbers before moves;
//! commas between captured squares; a result at the end; and everything that is tolerated in a move. A line that
//! does not go on is a game of its own if it has two moves or more.

use hnefi_rules::ruleset;

use crate::named::{ruleset_named, short};
use crate::{
    FoundMove, GameTree, Loss, MAX_GAMES, MAX_MOVES, Place, ReadError, ReadFault, ReadRules, Said, Written,
    WrittenGame, WrittenResult, read_move, write_move,
};

/// A piece of a line between commas.
struct Field<'a> {
    place: Place,
    text: &'a str,
}

/// Reads every game of a text.
pub(crate) fn read(text: &str) -> Result<Vec<WrittenGame>, ReadError> {
    let mut lines: Vec<Vec<Field<'_>>> = Vec::new();
    let mut goes_on = false;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let fields = fields(line, index + 1);
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => last.extend(fields),
            None => lines.push(fields),
        }
        goes_on = line.trim_end().ends_with([',', ';']);
    }
    // One move a line is one game, unless rule sets stand there alone for games without moves.
    let names_rules = |fields: &Vec<Field<'_>>| fields.first().is_some_and(|field| ruleset(field.text).is_some());
    if lines.len() > 1 && lines.iter().all(|fields| fields.len() < 2) && !lines.iter().skip(1).any(names_rules) {
        lines = vec![lines.into_iter().flatten().collect()];
    }
    if lines.is_empty() {
        return Err(ReadError::new(Place::START, ReadFault::Unrecognised));
    }
    if let Some(field) = lines.get(MAX_GAMES).and_then(|fields| fields.first()) {
        return Err(ReadError::new(field.place, ReadFault::TooMany(MAX_GAMES)));
    }
    lines.iter().map(|fields| game(fields)).collect()
}

/// The fields of a line; a square alone after a move with captures belongs to it.
fn fields(line: &str, number: usize) -> Vec<Field<'_>> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    let (mut byte, mut column) = (0, 1);
    for piece in line.split([',', ';']) {
        let blank = piece.len() - piece.trim_start().len();
        let text = piece.trim();
        let place = Place { line: number, column: column + piece[..blank].chars().count() };
        let begun = byte + blank;
        byte += piece.len() + 1;
        column += piece.chars().count() + 1;
        let is_square = text.parse::<hnefi_rules::Square>().is_ok();
        match fields.last_mut() {
            Some(last) if is_square && last.text.contains(['x', 'X', '×']) => {
                let from = last.text.as_ptr() as usize - line.as_ptr() as usize;
                last.text = &line[from..begun + text.len()];
            }
            _ if text.is_empty() => {}
            _ => fields.push(Field { place, text }),
        }
    }
    fields
}

fn game(fields: &[Field<'_>]) -> Result<WrittenGame, ReadError> {
    let mut game = WrittenGame::default();
    for (index, field) in fields.iter().enumerate() {
        let text = field.text.trim_start_matches(|c: char| c.is_ascii_digit());
        let unnumbered = if text.starts_with('.') { text.trim_start_matches(['.', ' ']) } else { field.text };
        let place = field.place.right(field.text.chars().count() - unnumbered.chars().count());
        let read = read_move(unnumbered);
        if read.is_err() {
            if let Some(known) = ruleset_named(field.text, None).filter(|_| index == 0) {
                game.rules = Some(Ok(ReadRules::known(known)));
                continue;
            }
            if index + 1 == fields.len()
                && let Some(said) = Said::read(field.text)
            {
                game.result = Some(WrittenResult { place: field.place, text: short(field.text), said });
                continue;
            }
        }
        if game.moves.len() == MAX_MOVES {
            return Err(ReadError::new(place, ReadFault::TooMany(MAX_MOVES)));
        }
        let parent = game.moves.len();
        game.moves.push(FoundMove { parent, place, text: short(unnumbered), read, comment: String::new() });
    }
    Ok(game)
}

/// Writes the main line of a game as a list with commas, its rule set first.
///
/// ```
/// use hnefi_formats::{Content, read_any, write_commas};
/// let Content::Games(games) = read_any("copenhagen, d1-d4, f4-i4\n").unwrap().content else { panic!("no games") };
/// let written = write_commas(&games[0].play(None).unwrap());
/// assert_eq!(written.text, "copenhagen, d1-d4, f4-i4\n");
/// ```
pub fn write_commas(tree: &GameTree) -> Written {
    let mut losses = Vec::new();
    let mut fields = Vec::new();
    match tree.ruleset().is_published() {
        true => fields.push(tree.ruleset().id().to_owned()),
        false => losses.push(Loss::Rules),
    }
    let start = tree.start();
    if start.setup() != *tree.ruleset().start() {
        losses.push(Loss::Position);
    }
    if start.turn() != tree.ruleset().first() {
        losses.push(Loss::Turn(start.turn()));
    }
    let line = tree.main_line();
    fields.extend(line.iter().map_while(|&number| tree.node(number).ply()).map(|ply| write_move(&ply.played)));
    let comments = tree.nodes().iter().filter(|node| !node.comment.is_empty()).count();
    let names: Vec<String> = tree.tags.iter().map(|tag| tag.name.clone()).collect();
    if comments > 0 {
        losses.push(Loss::Comments(comments));
    }
    if tree.variations() > 0 {
        losses.push(Loss::Variations(tree.variations()));
    }
    if !names.is_empty() {
        losses.push(Loss::Tags(names));
    }
    if let Some(id) = &tree.id {
        losses.push(Loss::Id(id.to_string()));
    }
    if tree.outcome().is_none() && matches!(tree.said(), Said::Win(_) | Said::Draw) {
        losses.push(Loss::Result);
    }
    if let (None, Some(words)) = (tree.outcome(), &tree.termination) {
        losses.push(Loss::Termination(words.clone()));
    }
    losses.extend(tree.lost_anyway());
    Written { text: format!("{}\n", fields.join(", ")), losses }
}
