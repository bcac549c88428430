//! What is said of mistakes is true on the board.

use std::sync::Arc;

use hnefi_analysis::{Found, Grade, Merit, Mistake, Reason, Review};
use hnefi_rules::{Direction, Ending, Game, Intent, Referee, Setup, Side, ruleset};

fn intent(text: &str) -> Intent {
    let (from, to) = text.split_once('-').unwrap();
    Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }
}

/// A Copenhagen board on which so many pieces stand, such as `Kh9` or `te5`.
fn game(pieces: &str, turn: Side, mv: &str) -> Game {
    let referee = Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()));
    let mut setup = Setup::empty(11).unwrap();
    for piece in pieces.split(' ') {
        let letter = piece.chars().next().unwrap();
        setup.set(piece[1..].parse().unwrap(), hnefi_rules::Piece::from_letter(letter));
    }
    let position = referee.position(&setup, turn).unwrap();
    let mut game = Game::from_position(referee, position);
    game.play(intent(mv)).unwrap();
    game
}

fn found(chances: [u32; 3], pv: &str) -> Found {
    Found { chances, pv: pv.split(' ').map(str::to_owned).collect(), ..Found::default() }
}

/// The mistake that a move is which costs half of all points.
fn mistake(pieces: &str, turn: Side, mv: &str, best: &str, answer: &str) -> Mistake {
    let game = game(pieces, turn, mv);
    let [good, bad] = [[700, 100, 200], [200, 100, 700]];
    let (before, after) = if turn == Side::Attackers { (good, bad) } else { (bad, good) };
    let review = Review::of(&game, &[Some(found(before, best)), Some(found(after, answer))]);
    assert_eq!(review.mistakes.len(), 1);
    assert_eq!(review.mistakes[0].grade, Grade::Blunder);
    review.mistakes[0].clone()
}

fn squares(list: &[hnefi_rules::Square]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

#[test]
fn a_soldier_who_walks_into_a_capture() {
    let found = mistake("Kh9 Td5 Tf8 te2 ta2", Side::Attackers, "e2-e5", "a2-b2", "f8-f5");
    assert!(matches!(&found.reason, Reason::WalksIntoCapture { by } if by.to_string() == "f8-f5"), "{found:?}");
}

#[test]
fn a_soldier_who_can_be_captured_now_or_could_be_before() {
    let opened = mistake("Kh9 Td5 Tf8 te5 tf7 ta2", Side::Attackers, "f7-g7", "a2-b2", "f8-f5");
    let Reason::LosesSoldiers { squares: lost, left: false, .. } = &opened.reason else { panic!("{opened:?}") };
    assert_eq!(squares(lost), ["e5"]);
    let left = mistake("Kh9 Td5 Tf8 te5 ta2", Side::Attackers, "a2-b2", "e5-e4", "f8-f5");
    assert!(matches!(left.reason, Reason::LosesSoldiers { left: true, .. }), "{left:?}");
}

#[test]
fn a_capture_that_the_better_move_does_not_prevent_is_no_reason() {
    let found = mistake("Kh9 Td5 Tf8 te5 ta2", Side::Attackers, "a2-b2", "a2-a3 f8-f5", "f8-f5");
    assert!(matches!(found.reason, Reason::Chances { .. }), "{found:?}");
}

#[test]
fn what_the_better_move_leaves_open_too_is_no_reason() {
    let capture = mistake("Kh9 Td5 Tf8 te5 ta2", Side::Attackers, "a2-b2", "a2-a3", "f8-f5");
    assert!(matches!(capture.reason, Reason::Chances { .. }), "{capture:?}");
    let edge = mistake("Ke5 td9 tk2", Side::Attackers, "k2-k3", "k2-k4", "e5-a5");
    assert!(!matches!(edge.reason, Reason::KingReaches { .. }), "{edge:?}");
}

#[test]
fn a_king_who_reaches_an_edge() {
    let opened = mistake("Ke5 td5 tk2", Side::Attackers, "d5-d9", "k2-k3", "e5-a5");
    let Reason::KingReaches { edge: Direction::West, left: false, .. } = opened.reason else { panic!("{opened:?}") };
    let left = mistake("Ke5 td9 tk2", Side::Attackers, "k2-k3", "d9-d5", "e5-a5");
    assert!(matches!(left.reason, Reason::KingReaches { edge: Direction::West, left: true, .. }), "{left:?}");
    assert_eq!(left.better.unwrap().merit, Some(Merit::Closes { edge: Direction::West }));
}

#[test]
fn a_threat_that_the_better_move_prevents() {
    let board = "Ke5 Ti4 Tk9 td5 tf5 te9 tc4 ta9";
    let found = mistake(board, Side::Defenders, "k9-k8", "i4-e4", "e9-e6");
    let Reason::LetsThreaten { by, threat } = &found.reason else { panic!("{found:?}") };
    assert_eq!((by.to_string(), threat.to_string()), ("e9-e6".to_owned(), "c4-e4".to_owned()));
}

#[test]
fn a_corner_that_opens_and_one_that_closes() {
    let opened = mistake("Ke5 ta2 tb1 tk9", Side::Attackers, "a2-a4", "k9-k8", "e5-e6");
    assert!(matches!(opened.reason, Reason::OpensCorner { corner } if corner.to_string() == "a1"), "{opened:?}");
    let closed = mistake("Ke5 Td2 Tk9 tb1 ta5", Side::Defenders, "k9-k8", "d2-a2", "a5-a2");
    assert!(matches!(closed.reason, Reason::LetsCutOff { corner, .. } if corner.to_string() == "a1"), "{closed:?}");
}

#[test]
fn a_capture_that_was_missed() {
    let found = mistake("Kh9 Te5 td5 tf8 ta2", Side::Attackers, "a2-b2", "f8-f5 h9-h8", "h9-h8");
    let Reason::MissedCapture { squares: missed } = &found.reason else { panic!("{found:?}") };
    assert_eq!(squares(missed), ["e5"]);
}

#[test]
fn forced_ends_come_first() {
    let lost = game("Ka6 ta3 tf10", Side::Attackers, "f10-g10");
    let after = Found { win_in: Some(1), ..found([0, 0, 1000], "a6-a11") };
    let review = Review::of(&lost, &[Some(found([300, 400, 300], "f10-a10")), Some(after)]);
    let Reason::Loses { plies: 1, ending: Some(Ending::KingEscaped), king: Some(at), .. } = review.mistakes[0].reason
    else {
        panic!("{review:?}")
    };
    assert_eq!(at.to_string(), "a11");
    let missed = game("Ka6 Tk5 ta3 tf9", Side::Defenders, "k5-k6");
    let before = Found { win_in: Some(1), ..found([0, 0, 1000], "a6-a11") };
    let review = Review::of(&missed, &[Some(before), Some(found([400, 300, 300], "f9-a9"))]);
    let reason = &review.mistakes[0].reason;
    assert_eq!(*reason, Reason::MissedWin { plies: 1, ending: Some(Ending::KingEscaped) });
    assert_eq!(review.mistakes[0].better.as_ref().unwrap().merit, Some(Merit::Wins { plies: 1 }));
}

#[test]
fn the_move_that_was_found_best_is_no_mistake() {
    let played = game("Kh9 Td5 tk2 ta2", Side::Attackers, "a2-b2");
    let review = Review::of(&played, &[Some(found([700, 100, 200], "a2-b2")), Some(found([200, 100, 700], "h9-h8"))]);
    assert!(review.mistakes.is_empty());
    assert_eq!(review.accuracy.attackers, Some(100.0));
    assert_eq!(review.accuracy.defenders, None);
}

#[test]
fn what_is_not_known_yet_is_left_out_and_what_is_doubtful_is_asked_again() {
    let played = game("Kh9 Td5 tk2 ta2", Side::Attackers, "a2-b2");
    let (before, after) = (found([700, 100, 200], "k2-k3"), found([500, 100, 400], "h9-h8"));
    let review = Review::of(&played, &[Some(before.clone()), None]);
    assert_eq!((review.chances.len(), review.changes.len()), (2, 0));
    let both = [Some(before.clone()), Some(after.clone())];
    let review = Review::of(&played, &both);
    assert_eq!(review.doubtful(&both, 1_000), [0, 1]);
    let longer = [Some(Found { nodes: 1_000, ..before }), Some(Found { win_in: Some(3), ..after })];
    assert_eq!(Review::of(&played, &longer).doubtful(&longer, 1_000), [0usize; 0]);
}

#[test]
fn a_forced_win_that_was_found_holds_before_and_after_it() {
    let mut played = game("Ka6 Tk5 ta3 tf9", Side::Defenders, "k5-k6");
    played.play(intent("f9-g9")).unwrap();
    played.play(intent("k6-k7")).unwrap();
    let (won, open) = ([0, 0, 1000], [300, 400, 300]);
    let win = |pv| Some(Found { win_in: Some(3), ..found(won, pv) });
    let nothing = |pv| Some(found(open, pv));
    let chances = |found: &[Option<Found>]| Review::of(&played, found).chances;
    // After a move of the line that wins, and whatever the loser answers; not after another move of the winner.
    let line = [win("k5-k6 f9-f8 a6-a11"), nothing("f9-f8"), nothing("a6-a11"), nothing("g9-g8")];
    assert_eq!(chances(&line), [Some(won), Some(won), Some(won), Some(open)]);
    // Before the move of the winner that led to it.
    let lost = Some(Found { loss_in: Some(2), ..found(won, "f9-f8") });
    assert_eq!(chances(&[nothing("a6-a11"), lost, None, nothing("g9-g8")]), [Some(won), Some(won), None, Some(open)]);
    // What is nearly sure is no forced win.
    let nearly = [Some(found(won, "k5-k6")), nothing("f9-f8"), nothing("a6-a11"), nothing("g9-g8")];
    assert_eq!(chances(&nearly)[1..], [Some(open); 3]);
}

/// Plays by chance, calls every move a mistake and another one by chance better, and asks the referee about all that is said.
#[test]
fn whatever_is_said_is_true_on_the_board() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut seen = [0; 9];
    for id in ["copenhagen", "brandubh", "fetlar-2018", "tablut-saami"].iter().cycle().take(60) {
        let referee = Arc::new(Referee::new(ruleset(id).unwrap().clone()));
        let mut game = Game::new(referee.clone());
        while game.plies().len() < 80 && game.outcome().is_none() {
            let moves = game.moves();
            let all: Vec<_> = moves.into_iter().collect();
            let takes = |mv: &&hnefi_rules::Move| !referee.play(game.position(), **mv).captures.is_empty();
            let mv = *all.iter().find(takes).filter(|_| random.bool()).unwrap_or(&all[random.usize(..all.len())]);
            game.play(mv).unwrap();
        }
        let mut at = Game::new(referee.clone());
        let mut lines = Vec::new();
        for ply in game.plies() {
            let all: Vec<_> = at.moves().into_iter().collect();
            let takes = |mv: &&hnefi_rules::Move| !referee.play(at.position(), **mv).captures.is_empty();
            let best = *all.iter().find(takes).filter(|_| random.bool()).unwrap_or(&all[random.usize(..all.len())]);
            lines.push(best.to_string());
            at.play(ply.played.mv).unwrap();
        }
        for ply in 1..game.plies().len() {
            let side = game.position_after(ply - 1).unwrap().turn();
            let [good, bad] = if side == Side::Attackers { [900, 100] } else { [100, 900] };
            let mut list = vec![None; ply + 1];
            list[ply - 1] = Some(found([good, 0, 1000 - good], &lines[ply - 1]));
            list[ply] = Some(found([bad, 0, 1000 - bad], &lines[ply]));
            for mistake in Review::of(&game, &list).mistakes {
                let made = game.position_after(ply).unwrap();
                let answered = |by: hnefi_rules::Move| referee.play(made, by);
                match mistake.reason {
                    Reason::WalksIntoCapture { by } => {
                        seen[0] += 1;
                        assert!(answered(by).captures.iter().any(|c| c.square == mistake.change.mv.to()));
                    }
                    Reason::LosesSoldiers { by, squares, left } => {
                        seen[1 + usize::from(left)] += 1;
                        let taken: Vec<_> = answered(by).captures.iter().map(|c| c.square).collect();
                        assert!(squares.iter().all(|square| taken.contains(square)));
                    }
                    Reason::KingReaches { edge, by, .. } => {
                        seen[3] += 1;
                        let (to, last) = (by.to(), made.size() - 1);
                        assert_eq!(made.king(), Some(by.from()));
                        assert!(match edge {
                            Direction::North => to.rank() == last,
                            Direction::South => to.rank() == 0,
                            Direction::East => to.file() == last,
                            Direction::West => to.file() == 0,
                        });
                    }
                    Reason::LetsThreaten { by, threat } => {
                        seen[4] += 1;
                        let then = answered(by).position.with_turn(!side);
                        let win = referee.play(&then, referee.legal(&then, threat).unwrap());
                        assert_eq!(win.ending.unwrap().winner, Some(!side));
                    }
                    Reason::OpensCorner { .. } => seen[5] += 1,
                    Reason::LetsCutOff { .. } => seen[6] += 1,
                    Reason::MissedCapture { squares } => {
                        seen[7] += 1;
                        let before = game.position_after(ply - 1).unwrap();
                        let better = referee.play(before, mistake.better.unwrap().mv);
                        let taken: Vec<_> = better.captures.iter().map(|c| c.square).collect();
                        assert_eq!(taken, squares);
                    }
                    _ => seen[8] += 1,
                }
            }
        }
    }
    assert!([0, 1, 2, 3, 7, 8].iter().all(|&kind| seen[kind] > 0), "{seen:?}");
}
