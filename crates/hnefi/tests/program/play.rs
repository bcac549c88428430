//! A game in the terminal, typed line by line.

use std::path::Path;

use crate::common::{Ran, folder, hnefi_in};

fn play(arguments: &[&str], lines: &[&str]) -> Ran {
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    hnefi_in(Path::new("."), &[&["play"], arguments].concat(), &input)
}

#[track_caller]
fn says(ran: &Ran, sentence: &str) {
    // A sentence may go over lines.
    let on_one_line = ran.out.replace('\n', " ");
    assert!(
        ran.out.contains(sentence) || on_one_line.contains(sentence),
        "{sentence:?} is missing in\n{}\n{}",
        ran.out,
        ran.err
    );
}

#[test]
fn two_people_play_to_the_end() {
    let position = "/11/9t1/11/4t6/11/11/11/1T9/11/11/3K7/";
    let at = ["--rules", "viking-game", "--two", "--position", position, "--turn", "defenders"];
    let ran = play(&at, &["b8-b1", "j2-j4", "Kd11-a11", "d1-d2", "text", "undo", "quit"]);
    assert_eq!(ran.code, 0);
    says(&ran, "Defenders > ");
    says(&ran, "Attackers j2–j4.");
    says(&ran, "King d11–a11.");
    says(&ran, "The defenders win: the king has reached a corner.");
    says(&ran, "The game is over. The defenders win");
    says(&ran, "[Result \"defenders\"]\n[Ending \"king-escaped\"]\n\n1. ... b8-b1\n2. j2-j4 d11-a11\n");
    says(&ran, "Taken back.");
    says(&ran, "Goodbye.");
}

#[test]
fn corners_are_marked_only_where_they_mean_something() {
    let marked = play(&["--rules", "fetlar-2018", "--two"], &[]);
    says(&marked, "K king   + empty throne   x empty corner\n");
    says(&marked, "11 x . . t t t t t . . x\n");
    let ordinary = play(&["--rules", "tablut-15", "--two"], &[]);
    says(&ordinary, "K king   + empty throne\n");
    assert!(!ordinary.out.contains(" x"), "{}", ordinary.out);
}

#[test]
fn refusals_are_explained_and_change_nothing() {
    let ran = play(
        &["--rules", "nestorgames", "--two"],
        &["why", "f2-f5", "why", "why f4", "why z9", "why g9", "hello", "d1-", "d1-d4xd5", "Kd1-d4", "undo", "text"],
    );
    says(&ran, "Nothing was refused yet.");
    says(&ran, "The defender on f4 is in the way. Write why");
    says(&ran, "Why is f2–f5 refused?");
    says(&ran, "Why does the defender on f4 still stand?");
    says(&ran, "“z9” is neither a square");
    says(&ran, "Nothing stands on g9.");
    says(&ran, "I do not understand “hello”.");
    says(&ran, "“d1-” is no move: after d1");
    says(&ran, "captures d5, but under nestorgames it captures nothing.");
    says(&ran, "another kind of piece moves, but it is an attacker.");
    says(&ran, "There is no move to take back.");
    assert!(ran.out.contains("[Rules \"nestorgames\"]\n[Result \"*\"]\n\n"), "{}", ran.out);
}

#[test]
fn moves_resignation_and_draws() {
    let ran = play(
        &["--rules", "fetlar-2018", "--two"],
        &[
            "moves e1", "moves f1", "moves f6", "moves d9", "moves x", "board", "help", "rules", "resign", "n", "draw",
            "n", "claim", "claim 1", "claim 2", "y", "undo", "draw", "y", "undo", "resign", "y",
        ],
    );
    says(&ran, "  e1  e2 e3 e4");
    says(&ran, "The piece on f1 cannot move.");
    says(&ran, "The piece on f6 belongs to the defenders, and it is not their turn.");
    says(&ran, "Nothing stands on d9.");
    says(&ran, "“x” is no square.");
    says(&ran, "take back your last move");
    says(&ran, "What does repetition do?");
    says(&ran, "The game goes on.");
    says(&ran, "2: the king can reach no corner");
    assert!(!ran.out.contains("1: the king is at the side"), "{}", ran.out);
    says(&ran, "That is not so: the king stands on f6, and that is no square of the edge.");
    says(&ran, "A draw by claim: the king can reach no corner");
    says(&ran, "A draw: the players agreed on it.");
    says(&ran, "The defenders win: the attackers resigned.");
    says(&play(&["--rules", "nestorgames", "--two"], &["claim"]), "nestorgames knows no draw that one side may claim.");
}

#[test]
fn a_match_of_two_games_tells_who_won() {
    let ran = play(
        &["--rules", "regency-chess", "--two", "--games", "2"],
        &["next", "resign", "y", "undo", "resign", "y", "next", "d1-d4", "draw", "y", "next", "quit"],
    );
    assert_eq!(ran.code, 0);
    says(&ran, "Game 1 of 2\n");
    says(&ran, "The game is not over yet.");
    says(&ran, "Game 1 of 2. Attackers 0, defenders 1.");
    says(&ran, "Game 2 of 2. Attackers 1, defenders 0.\n");
    says(&ran, "The match is over. Who played the attackers in this game won it, 1½ to ½.");
    assert_eq!(ran.out.matches("Game 1 of 2\n").count(), 2, "another match begins with nothing\n{}", ran.out);

    let ran = play(&["--rules", "brandubh", "--games", "3"], &[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("A match of “3” games"), "{}", ran.err);
}

#[test]
fn against_the_computer_sides_are_swapped() {
    let ran = play(&["--rules", "brandubh", "--level", "1"], &["resign", "y", "next", "resign", "y"]);
    says(&ran, "You play the attackers; the computer");
    says(&ran, "You play the defenders; the computer");
    says(&ran, "Game 2 of this match. You 0, your opponent 2.");
}

#[test]
fn against_the_computer() {
    let ran = play(
        &["--rules", "fetlar-2018", "--level", "1", "--side", "defenders"],
        &["hint", "undo", "f4-e4", "undo", "text", "quit"],
    );
    assert_eq!(ran.code, 0);
    says(&ran, "You play the defenders; the computer plays at level 1, a first game.");
    says(&ran, "The computer thinks …");
    says(&ran, "I would play ");
    // The computer's own first move is no move of the person's to take back.
    says(&ran, "There is no move to take back.");
    says(&ran, "Taken back.");
    let text = &ran.out[ran.out.find("[Rules").unwrap()..];
    assert_eq!(text.lines().nth(3).unwrap().split(' ').count(), 2, "one ply is left: {text}");
}

#[test]
fn the_computer_takes_a_win_in_one() {
    let position = "/11/9t1/11/4t6/11/11/11/1T9/11/11/3K7/";
    let ran = play(&["--rules", "fetlar-2018", "--level", "1", "--position", position], &["j2-j4", "quit"]);
    says(&ran, "The defenders win: the king has reached a corner.");
}

#[test]
fn a_game_is_saved_and_replayed() {
    let folder = folder("save");
    let ran = hnefi_in(
        &folder,
        &["play", "--rules", "fetlar-2018", "--two"],
        "d1-d4\nf4-i4\ntext game.txt\nf11-f10\ntext game.txt\ntext no/such/folder\n",
    );
    says(&ran, "Saved to game.txt.");
    says(&ran, "game.txt is there already. Name another file.");
    says(&ran, "no/such/folder: ");
    let replayed = hnefi_in(&folder, &["replay", "game.txt"], "");
    assert_eq!(replayed.out, "Game 1: 2 plies. Undecided.\nOne game, no error.\n");
    std::fs::write(folder.join("game.txt"), "[Rules \"fetlar-2018\"]\n\n1. d1-d4 f4-\n").unwrap();
    let wrong = hnefi_in(&folder, &["replay", "game.txt"], "");
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("line 3, column 13: “f4-” is no move"), "{}", wrong.err);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_played_is_refused() {
    let ran = play(&[], &[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("Name the rule set with --rules"));
    let ran = play(&["--rules", "fetlar-2018", "--level", "9"], &[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("“9” is no level."), "{}", ran.err);
    assert_eq!(play(&["--rules", "fetlar-2018", "--two", "--side", "attackers"], &[]).code, 2);
}

const NINE: &str = r#"format = 2
id = "nine"
name = "Nine with walls"
base = "copenhagen"
[start]
is = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
[answers.repetition]
is = "third-position-forbidden"
"#;

#[test]
fn a_forbidden_repetition_is_refused_and_left_out() {
    let folder = folder("nine");
    std::fs::write(folder.join("nine.toml"), NINE).unwrap();
    let circle = "f1-g1\ne7-d7\ng1-f1\nd7-e7\n";
    let input = format!("{circle}{circle}why\nmoves d7\nd7-d8\nquit\n");
    let ran = hnefi_in(&folder, &["play", "--rules", "nine.toml", "--two"], &input);
    assert_eq!(ran.code, 0, "{ran:?}");
    says(&ran, "This move would bring the same position up for the third time, and Nine with walls forbids that.");
    says(&ran, "Why is d7–e7 refused?");
    assert!(!ran.out.contains("the\n  move is allowed") && !ran.out.contains("the move is allowed"), "{}", ran.out);
    says(&ran, "  d7  a7 b7 c7 d6 d8 f7 g7 h7 i7\n");
    says(&ran, "Defenders d7–d8.");
    let shown = hnefi_in(&folder, &["rules", "nine.toml"], "").out;
    assert!(
        shown.contains("One answer is changed from Copenhagen") && shown.contains("The start position is changed.")
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_against_the_computer_begins_on_every_board() {
    for ruleset in hnefi_rules::rulesets() {
        let ran = play(&["--rules", ruleset.id(), "--level", "1", "--side", "defenders"], &["moves", "quit"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        says(&ran, &format!("{}. You play the defenders;", ruleset.name()));
        says(&ran, "Defenders > ");
        let last = ruleset.size();
        let corner = if ruleset.has_corners() { 'x' } else { '.' };
        says(&ran, &format!("{last:>2} {corner} "));
    }
}

#[test]
fn a_proved_claim_ends_the_game_without_a_question() {
    let fort = "/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/";
    let at = ["--rules", "fetlar-2018", "--two", "--position", fort, "--turn", "defenders"];
    let ran = play(&at, &["claim 2", "n", "claim 1", "quit"]);
    says(&ran, "Not proved: the king can reach no corner, and no attacker can reach him.");
    says(&ran, "The game goes on.");
    says(&ran, "No attacker can ever come to e1 or f1.");
    says(&ran, "The attackers can never win, so a draw takes nothing from them");
    says(&ran, "The rules behind it, under Fetlar 2018:");
    says(&ran, "A draw by claim: the king is at the side");
}

#[test]
fn no_line_is_wider_than_a_narrow_terminal() {
    let narrow = |arguments: &[&str], input: &str| {
        let ran = hnefi_in(Path::new("."), arguments, input);
        assert_eq!(ran.code, 0, "{}", ran.err);
        for line in ran.out.lines() {
            // What is typed is not echoed here, so that the answer stands behind the prompt.
            let line = line.trim_start_matches("Attackers > ");
            assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
        }
    };
    for ruleset in hnefi_rules::rulesets() {
        narrow(&["rules", ruleset.id()], "");
        narrow(&["play", "--rules", ruleset.id()], "");
    }
    narrow(&["rules"], "");
    narrow(&["play", "--two", "--rules", "copenhagen"], "d1-a1\n\nwhy d1-a1\nwhy f6\nrules\n");
}

#[test]
fn a_position_that_stands_again_says_what_a_third_time_does() {
    let shuttle = ["d1-d4", "f8-d8", "d4-d1", "moves", "d8-f8"];
    let again = [&shuttle[..], &["d1-d4", "f8-d8", "d4-d1", "d8-f8"]].concat();
    let ran = play(&["--rules", "copenhagen", "--two"], &again);
    says(&ran, "d8–f8 would bring a position back: it would stand for time 2.");
    says(&ran, "This position stands for the second time. Under Copenhagen: the attackers win");
    says(&ran, "d8–f8 would bring a position back: it would stand for time 3.");
    says(&ran, "The attackers win: the same position");
    let viking = play(&["--rules", "viking-game", "--two"], &shuttle);
    says(&viking, "Under The Viking Game: a draw when the");
}

#[test]
fn the_text_of_a_game_names_the_clauses_of_its_captures() {
    let position = "/1K9/11/11/11/11/11/11/3tT1Tt3/11/11/5t5/";
    let ran = play(&["--rules", "fetlar-2018", "--two", "--position", position], &["f11-f8", "text", "quit"]);
    says(&ran, "1. f11-f8xe8/g8 {e8 and g8: The leaflet says so under “Taking pieces” (sandwich).}");
}

#[test]
fn of_a_game_that_is_over_no_move_is_offered() {
    let stuck = ["--rules", "viking-game", "--two", "--position", "/11/11/11/11/11/5K5/11/11/11/11/11/"];
    let ran = play(&stuck, &["moves", "moves f6", "hello", "quit"]);
    assert_eq!(ran.out.matches("A draw: the side to move has no legal move.").count(), 3, "{}", ran.out);
    says(&ran, "I do not understand “hello”. Write undo, text, next, quit, or help.");
    assert!(!ran.out.contains("a move such as"), "{}", ran.out);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    let ran = play(&["--rules", "brandubh", "--two"], &["\u{feff}d2-e2", "quit"]);
    says(&ran, "Attackers d2–e2.");
}
