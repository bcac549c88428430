//! Our engine behind the protocol, as another program meets it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_engine::{Cancel, Engine, EngineOptions, Idea, Level};
use hnefi_rules::{Game, Referee, ruleset, rulesets};
use hnefi_uci::{InProcess, Session, Wire};

/// The answers that begin with a word.
fn of<'a>(answers: &'a str, beginning: &str) -> Vec<&'a str> {
    answers.lines().filter(|line| line.starts_with(beginning)).collect()
}

#[test]
fn every_line_is_survived() {
    let good =
        ["uci", "isready", "setoption name Hash value 2", "ucinewgame", "position startpos moves d1d4", "d", "eval"];
    let words = [
        "uci",
        "go",
        "depth",
        "nodes",
        "-1",
        "99999999999999999999",
        "position",
        "fen",
        "rows",
        "startpos",
        "moves",
        "d1d4",
        "d1-d9",
        "/3ttttt3/",
        "setoption",
        "name",
        "value",
        "Hash",
        "Variant",
        "copenhagen",
        "stop",
        "ponderhit",
        "perft",
        "1",
        "mate",
        "movetime",
        "\u{0}",
        "\u{1b}[2J",
        "é",
        "ucinewgame",
        "bench",
        "x",
        "register",
        "debug",
        "eval",
        "d",
        "wtime",
        "searchmoves",
        "movestogo",
        "0",
    ];
    let mut chance = fastrand::Rng::with_seed(7);
    let mut lines = String::new();
    for _ in 0..400 {
        let count = chance.usize(1..7);
        let line: Vec<&str> = (0..count).map(|_| words[chance.usize(..words.len())]).collect();
        // A search without limits and a bench are not what this test is about.
        if !["go", "bench"].contains(&line[0]) {
            lines.push_str(&line.join(" "));
            lines.push('\n');
        }
        lines.push_str(good[chance.usize(..good.len())]);
        lines.push('\n');
    }
    lines.push_str("setoption name Variant value fetlar-2018\nucinewgame\nposition startpos\ngo depth 1\nisready\n");
    let answers = Session::converse(&lines);
    assert!(answers.ends_with("readyok\n"), "{answers}");
    assert_eq!(of(&answers, "bestmove").len(), 1);
    assert!(!answers.contains('\u{1b}'));
}

#[test]
fn bad_lines_are_named_and_change_nothing() {
    let refuse = |line: &str, said: &str| {
        let answers = Session::converse(&format!("position startpos moves d1d4\n{line}\nd\n"));
        let complaint = of(&answers, "info string");
        assert!(complaint.len() == 1 && complaint[0].contains(said), "{line}: {complaint:?}");
        assert!(answers.contains("\nplies: 1\n"), "{answers}");
    };
    refuse("dance", "`dance` is no command");
    refuse("go depth deep", "`deep` is no number for `depth`");
    refuse("go depth deep", "`deep` is no number for `depth`");
    refuse("setoption Hash 3", "setoption name NAME value VALUE");
    refuse("setoption name Hash value 0", "whole number from 1 to 4096");
    refuse("setoption name Sauce value hot", "there is no option `Sauce`");
    refuse(
        "setoption name Without value null-move,luck",
        "`luck` is no idea of the search: write some of these, with commas between them: null-move, ",
    );
    refuse("setoption name Variant value chess", "there is no rule set `chess`");
    refuse("setoption name Variant value tablut9x9", "another board");
    refuse("position", "position startpos");
    refuse("position here", "position startpos");
    refuse("position startpos moves d1d4 d1d5", "move 2, d1-d5: nothing-there");
    refuse("position startpos moves hello", "move 1: ");
    refuse("position rows /11/11/ attackers", "2 rows");
    refuse("position fen 11/11 a", "2 rows");
    refuse("position rows /11/11/11/11/11/11/11/11/11/11/11/ attackers", "cannot be played");
    refuse(&"x".repeat(1_000_000), "is no command");
}

#[test]
fn positions_are_told_in_three_ways() {
    let rows = |place: &str| {
        let answers = Session::converse(&format!("setoption name Variant value brandubh\nposition {place}\nd\n"));
        of(&answers, "rows:").concat() + &of(&answers, "info string").concat()
    };
    let start = "rows: /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers";
    assert_eq!(rows("startpos"), start);
    assert_eq!(rows("rows /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers"), start);
    assert_eq!(rows("rows /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"), start);
    assert_eq!(rows("fen 3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a"), start);
    // Without a side it is that of the rule set that begins.
    assert_eq!(rows("fen 3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3"), start);
    let first = |place: &str| {
        let said = format!("setoption name Variant value historical-11\nposition {place}\nd\n");
        of(&Session::converse(&said), "rows:").concat().split(' ').next_back().unwrap().to_owned()
    };
    assert_eq!([first("startpos"), first("fen 5a5/11/11/11/11/5k5/11/11/11/11/11")], ["defenders", "defenders"]);
    // The highest rank comes first there.
    assert_eq!(rows("fen 3a3/7/7/3k3/7/7/1d5 d"), "rows: /1T5/7/7/3K3/7/7/3t3/ defenders");
    for written in ["d1c1 d3c3", "d1-c1 d3-c3", "D1-C1 Td3-c3"] {
        assert_eq!(rows(&format!("startpos moves {written}")), "rows: /2t4/3t3/2T4/ttTKTtt/3T3/3t3/3t3/ attackers");
    }
}

#[test]
fn names_of_rule_sets_are_ours_and_those_of_taflzero() {
    for ruleset in rulesets() {
        let answers = Session::converse(&format!("setoption name Variant value {}\nd\n", ruleset.id()));
        assert!(answers.contains(&format!("rules: {}\n", ruleset.id())), "{answers}");
    }
    let answers = Session::converse("setoption name Variant value copenhagen11x11\nd\n");
    assert!(answers.contains("rules: copenhagen\n"), "{answers}");
    let listed = Session::converse("uci\n");
    let variants = of(&listed, "option name Variant").concat();
    assert_eq!(variants.matches(" var ").count(), rulesets().count() + 2);
    assert!(listed.ends_with("uciok\n"));
}

#[test]
fn a_search_without_a_clock_repeats() {
    let ask = "setoption name Seed value 5\nucinewgame\nposition startpos moves d1d4\n";
    for (limits, level) in [("depth 3", 8), ("nodes 3000", 8), ("depth 9", 2)] {
        let lines = format!("setoption name Level value {level}\n{ask}go {limits}\n");
        let best = |answers: String| of(&answers, "bestmove").concat();
        let first = best(Session::converse(&lines));
        assert!(first.starts_with("bestmove "), "{first}");
        assert_eq!(first, best(Session::converse(&lines)), "{limits}");
    }
}

#[test]
fn the_answer_is_what_the_engine_chooses() {
    let answers = Session::converse("setoption name Hash value 4\nsetoption name Seed value 9\ngo depth 4\n");
    let referee = Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone()));
    let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 4, seed: Some(9) });
    let budget = hnefi_engine::Budget::of_depth(4);
    let choice = engine.choose_within(&Game::new(referee), Level::FULL, budget, &Cancel::new()).unwrap();
    let info = *of(&answers, "info depth 4").last().unwrap();
    assert!(info.contains(&format!("score cp {} nodes {} ", choice.score.hundredths(), choice.nodes)), "{info}");
    let best = of(&answers, "bestmove").concat();
    assert!(best.starts_with(&format!("bestmove {}{}", choice.mv.from(), choice.mv.to())), "{best}");
}

#[test]
fn the_table_can_be_cleared() {
    // With what it learnt the second search is shorter; without, it is the same again.
    let nodes = |between: &str| {
        let answers = Session::converse(&format!("go depth 4\n{between}\ngo depth 4\n"));
        let infos = of(&answers, "info depth 4 ");
        let of_line = |line: &str| line.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        (of_line(infos[0]), of_line(infos.last().unwrap()))
    };
    for clearing in ["setoption name Clear Hash", "ucinewgame"] {
        let (first, second) = nodes(clearing);
        assert_eq!(first, second, "{clearing}");
    }
    let (first, second) = nodes("isready");
    assert_ne!(first, second);
}

#[test]
fn where_there_is_no_choice_the_clock_is_not_used() {
    // The king has one lane, and one move closes it. The clock would allow a deep search.
    let position = "position rows /11/11/11/11/5t5/11/K10/11/t10/11/11/ attackers";
    let answers = Session::converse(&format!("{position}\ngo wtime 250000\n"));
    assert_eq!(of(&answers, "info depth").len(), 1, "{answers}");
    assert!(answers.contains("bestmove f5a5"), "{answers}");
}

#[test]
fn every_depth_is_told_and_every_line() {
    let answers = Session::converse("go depth 3\n");
    let depths: Vec<&str> = of(&answers, "info depth").iter().map(|l| l.split(' ').nth(2).unwrap()).collect();
    assert_eq!(depths, ["1", "2", "3"], "{answers}");
    let answers = Session::converse("setoption name MultiPV value 3\ngo depth 2\n");
    let infos = of(&answers, "info depth");
    assert_eq!(infos.len(), 6, "{answers}");
    for (index, info) in infos.iter().enumerate() {
        assert!(info.starts_with(&format!("info depth {} seldepth ", index / 3 + 1)), "{info}");
        assert!(info.contains(&format!(" multipv {} score ", index % 3 + 1)), "{info}");
    }
    let moves: Vec<&str> =
        infos[3..].iter().map(|l| l.split(" pv ").nth(1).unwrap().split(' ').next().unwrap()).collect();
    assert!(moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2], "{moves:?}");
    assert!(of(&answers, "bestmove").concat().starts_with(&format!("bestmove {}", moves[0])), "{answers}");
    let scores: Vec<i32> = infos[3..]
        .iter()
        .map(|l| l.split(" cp ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert!(scores[0] >= scores[1] && scores[1] >= scores[2], "{answers}");
    // A board has only so many moves.
    let few = Session::converse(
        "setoption name MultiPV value 500\nposition rows /11/11/11/11/11/1K9/11/11/11/11/5t5/ attackers\ngo depth 1\n",
    );
    let legal = few.lines().filter(|l| l.starts_with("info depth 1 ") && l.contains(" multipv ")).count();
    assert!(legal > 1 && legal <= 20, "{few}");
}

#[test]
fn forced_ends_are_told_in_moves() {
    let win = Session::converse("position rows /11/11/11/11/5t5/11/K10/11/11/11/5t5/ defenders\ngo depth 2\n");
    assert!(of(&win, "info depth").last().unwrap().contains(" score mate 1 "), "{win}");
    let over = Session::converse("position rows /K10/11/11/11/11/11/11/11/11/11/5t5/ attackers\ngo depth 2\n");
    assert!(over.contains("cannot be played") || over.contains("bestmove (none)"), "{over}");
    let stuck = Session::converse(
        "setoption name Variant value viking-game\nposition rows /11/11/11/11/11/5K5/11/11/11/11/11/ attackers\ngo depth 1\n",
    );
    assert_eq!(of(&stuck, "bestmove"), ["bestmove (none)"], "{stuck}");
}

#[test]
fn perft_agrees_with_the_table() {
    for (variant, depth, leaves) in
        [("fetlar-2018", 3, 806_344), ("brandubh", 3, 39_512), ("tablut-saami", 2, 4_400), ("fetlar-2018", 0, 1)]
    {
        let answers = Session::converse(&format!("setoption name Variant value {variant}\ngo perft {depth}\n"));
        assert!(answers.ends_with(&format!("Nodes searched: {leaves}\n")), "{variant}: {answers}");
    }
    let divided = Session::converse("perft 2\n");
    let sum: u64 = divided.lines().filter_map(|l| l.split_once(": ")?.1.parse::<u64>().ok()).take(116).sum();
    assert_eq!(sum, 6_788);
}

/// A session beside the test, to which lines can be sent while it searches.
struct Beside(InProcess);

impl Beside {
    fn new() -> Beside {
        Beside(InProcess::start(None).unwrap())
    }

    fn until(&mut self, beginning: &str) -> String {
        let patience = Instant::now() + Duration::from_secs(60);
        loop {
            let (line, _) = self.0.receive(patience).unwrap_or_else(|_| panic!("no {beginning}"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Whether the session has said all that it had to say, and none of it begins so.
    fn says_no(&mut self, beginning: &str) -> bool {
        self.0.send("isready");
        let patience = Instant::now() + Duration::from_secs(60);
        loop {
            let (line, _) = self.0.receive(patience).expect("readyok");
            if line == "readyok" {
                return true;
            }
            if line.starts_with(beginning) {
                return false;
            }
        }
    }
}

#[test]
fn an_infinite_search_is_answered_when_it_is_stopped() {
    let mut session = Beside::new();
    session.0.send("go infinite");
    assert!(session.says_no("bestmove"));
    session.0.send("go depth 1");
    assert!(session.until("info string").contains("send stop first"));
    // Another position is for the next search.
    session.0.send("position startpos moves d1d4");
    session.0.send("stop");
    let best = session.until("bestmove");
    assert!(!best.contains("(none)"), "{best}");
    session.0.send("stop");
    session.0.send("go depth 1");
    let reply = session.until("bestmove");
    let answers = Session::converse(&format!("position startpos moves d1d4 {}\n", reply.split(' ').nth(1).unwrap()));
    assert_eq!(answers, "", "{reply} is no reply");
}

#[test]
fn a_search_that_ends_by_itself_waits_for_stop_where_it_must() {
    let mut session = Beside::new();
    session.0.send("position rows /11/11/11/11/5t5/11/K10/11/11/11/5t5/ defenders");
    session.0.send("go infinite");
    session.until("info depth 1 seldepth 1 score mate 1");
    assert!(session.says_no("bestmove"));
    session.0.send("stop");
    session.until("bestmove");
}

#[test]
fn pondering_ends_after_the_move_that_was_expected() {
    let mut session = Beside::new();
    session.0.send("go ponder movetime 50");
    assert!(session.says_no("bestmove"));
    session.0.send("ponderhit");
    session.until("bestmove");
    session.0.send("go ponder depth 1");
    assert!(session.says_no("bestmove"));
    session.0.send("stop");
    session.until("bestmove");
    session.0.send("ponderhit");
    assert!(session.says_no("bestmove"));
}

#[test]
fn the_only_move_is_played_when_it_is_ones_turn() {
    let mut session = Beside::new();
    session.0.send("position startpos");
    // A share of a clock of a year would be days.
    session.0.send("go ponder wtime 31536000000 btime 31536000000 searchmoves d1d2");
    assert!(session.says_no("bestmove"));
    session.0.send("ponderhit");
    assert!(session.until("bestmove").starts_with("bestmove d1d2"));
    session.0.send("go wtime 31536000000 btime 31536000000 movestogo 1 searchmoves d1d2");
    assert!(session.until("bestmove").starts_with("bestmove d1d2"));
}

#[test]
fn an_infinite_search_heeds_no_ponderhit() {
    let mut session = Beside::new();
    session.0.send("position rows /11/11/11/11/5t5/11/K10/11/11/11/5t5/ defenders");
    for line in ["go infinite", "go ponder infinite"] {
        session.0.send(line);
        session.until("info depth 1 seldepth 1 score mate 1");
        session.0.send("ponderhit");
        assert!(session.says_no("bestmove"));
        // The search still waits for its end.
        session.0.send("go nodes 1");
        assert!(session.until("info string").contains("send stop first"));
        session.0.send("stop");
        session.until("bestmove");
    }
}

#[test]
fn a_finished_game_gets_no_answer_out_of_turn() {
    let over = "position rows /11/11/11/11/5t5/11/K10/11/11/11/5t5/ defenders moves a7a11";
    let mut session = Beside::new();
    session.0.send("go infinite");
    session.0.send(over);
    session.0.send("go");
    assert!(session.until("info string").contains("send stop first"));
    session.0.send("stop");
    assert_ne!(session.until("bestmove"), "bestmove (none)");
    session.0.send("go infinite");
    assert!(session.says_no("bestmove"));
    session.0.send("stop");
    assert_eq!(session.until("bestmove"), "bestmove (none)");
    session.0.send("go ponder");
    assert!(session.says_no("bestmove"));
    session.0.send("ponderhit");
    assert_eq!(session.until("bestmove"), "bestmove (none)");
    session.0.send("go ponder infinite");
    session.0.send("ponderhit");
    assert!(session.says_no("bestmove"));
    session.0.send("stop");
    assert_eq!(session.until("bestmove"), "bestmove (none)");
    let answers = Session::converse(&format!("{over}\nperft 2\nperft 0\n"));
    assert_eq!(of(&answers, "Nodes searched"), ["Nodes searched: 0", "Nodes searched: 1"], "{answers}");
}

#[test]
fn the_same_rule_set_again_is_a_new_start() {
    let answers = Session::converse(
        "position startpos moves d1d4\nsetoption name Variant value fetlar-2018\nd\nposition startpos\n",
    );
    assert_eq!(of(&answers, "plies"), ["plies: 0"], "{answers}");
}

#[test]
fn a_position_that_goes_on_is_the_same_as_one_said_at_once() {
    let mut chance = fastrand::Rng::with_seed(11);
    for id in ["brandubh", "copenhagen", "historical-11"] {
        let ours = format!("setoption name Variant value {id}\n");
        let mut game = Game::new(Arc::new(Referee::new(ruleset(id).unwrap().clone())));
        let (mut line, mut lines) = ("position startpos".to_owned(), ours.clone());
        for ply in 0..40 {
            let moves = game.moves();
            if game.outcome().is_some() {
                break;
            }
            let mv = moves[chance.usize(..moves.len())];
            game.play(mv).unwrap();
            line += if ply == 0 { " moves" } else { "" };
            line += &format!(" {}-{}", mv.from(), mv.to());
            // Not every position is said, and a bad one in between changes nothing.
            if chance.bool() {
                lines += &format!("{line}\n{line} a1a1\nd\n");
                let (all, once) = (Session::converse(&lines), Session::converse(&format!("{ours}{line}\nd\n")));
                assert!(all.ends_with(&once), "{id}: {line}\n{all}\n{once}");
                assert!(of(&all, "info string").last().unwrap().contains(&format!("move {}, ", ply + 2)), "{all}");
            }
        }
        // Back, and on by another way.
        let answers = Session::converse(&format!("{lines}position startpos\nd\nposition startpos moves\nd\n"));
        assert_eq!(of(&answers, "plies").iter().rev().take(2).collect::<Vec<_>>(), [&"plies: 0"; 2], "{answers}");
    }
}

#[test]
fn perft_and_the_bench_can_be_stopped() {
    let mut session = Beside::new();
    for line in ["perft 12", "bench 60"] {
        session.0.send(line);
        session.0.send("stop");
        session.until("info string stopped");
    }
    session.0.send("quit");
    assert!(session.0.receive(Instant::now() + Duration::from_secs(60)).is_err());
}

#[test]
fn the_bench_counts_what_the_page_says_wherever_it_runs() {
    let page = include_str!("../../../docs/bench/search.md");
    let said = page.split("counts ").find_map(|rest| rest.split_once(" nodes;")).expect("the page tells the nodes").0;
    let answers = Session::converse("bench\n");
    let counted = of(&answers, "Nodes searched").concat();
    assert_eq!(counted, format!("Nodes searched: {}", said.replace(',', "")));
}

#[test]
fn every_idea_can_be_left_out_and_taken_back() {
    let nodes = |without: &str| {
        let answers = Session::converse(&format!("setoption name Without value {without}\ngo depth 6\n"));
        assert!(of(&answers, "info string").is_empty(), "{answers}");
        let last = of(&answers, "info depth 6").pop().unwrap_or_else(|| panic!("{answers}"));
        last.split(' ').skip_while(|&word| word != "nodes").nth(1).unwrap().to_owned()
    };
    let whole = nodes("");
    assert_eq!(nodes("<empty>"), whole);
    assert_ne!(nodes("null-move"), whole);
    assert_ne!(nodes("Null-Move, late-move-reductions"), nodes("null-move"));
    for idea in Idea::ALL {
        nodes(idea.id());
    }
    let engine = "setoption name Without value null-move\nisready\nsetoption name Without\ngo depth 6\n";
    assert!(Session::converse(engine).contains(&format!(" nodes {whole} ")));
}

#[test]
fn several_lines_come_best_first_at_every_depth() {
    let score = |line: &str| {
        let words: Vec<&str> = line.split(' ').skip_while(|&word| word != "score").collect();
        let number: i32 = words[2].parse().unwrap();
        match words[1] {
            "mate" if number > 0 => 100_000 - number,
            "mate" => -100_000 - number,
            _ => number,
        }
    };
    for rules in ["brandubh", "fetlar-2018", "tablut-saami"] {
        let answers = Session::converse(&format!(
            "setoption name Variant value {rules}\nsetoption name MultiPV value 6\ngo depth 6\n"
        ));
        for depth in 1..=6 {
            let lines = of(&answers, &format!("info depth {depth} "));
            assert_eq!(lines.len(), 6, "{answers}");
            assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(score(line))), "{}", lines.join("\n"));
            assert!(lines.iter().zip(1..).all(|(line, number)| line.contains(&format!(" multipv {number} "))));
        }
        let first = of(&answers, "info depth 6 ").into_iter().find(|line| line.contains(" multipv 1 ")).unwrap();
        let best = first.split(' ').skip_while(|&word| word != "pv").nth(1).unwrap();
        assert!(answers.contains(&format!("\nbestmove {best}")), "{answers}");
    }
}

#[test]
fn moves_are_compared_beside_a_win_and_where_most_of_them_lose() {
    let ask = |rows: &str, go: &str| {
        let answers =
            Session::converse(&format!("setoption name MultiPV value 3\nposition rows {rows}\ngo {go}\nisready\n"));
        let best = of(&answers, "bestmove").concat();
        (of(&answers, "info depth 2 ").join("\n"), best, answers.clone())
    };
    let win = "/11/11/11/11/5t5/11/K10/11/11/11/5t5/ defenders";
    let (lines, best, answers) = ask(win, "depth 2");
    assert_eq!(lines.lines().count(), 3, "{answers}");
    assert!(lines.lines().take(2).all(|line| line.contains(" score mate 1 ")), "{answers}");
    assert!(!lines.lines().last().unwrap().contains(" score mate 1 "), "{answers}");
    assert!(best.starts_with("bestmove a7a"), "{answers}");
    let (_, best, answers) = ask(win, "nodes 1");
    assert!(best.starts_with("bestmove a7a"), "{answers}");
    // One man can bar the way to the corner, and only to one square.
    let loss = "/11/11/11/11/t10/11/K10/5t5/11/11/5t5/ attackers";
    let (lines, best, answers) = ask(loss, "depth 2");
    assert_eq!(lines.lines().count(), 3, "{answers}");
    assert!(lines.lines().skip(1).all(|line| line.contains(" score mate -1 ")), "{answers}");
    assert!(best.starts_with("bestmove f8a8"), "{answers}");
    let (_, best, answers) = ask(loss, "nodes 1");
    assert!(best.starts_with("bestmove f8a8"), "{answers}");
}

#[test]
fn a_search_is_made_among_the_moves_that_are_named() {
    let answers = Session::converse("setoption name MultiPV value 9\ngo depth 3 searchmoves h1h2 d1-d9 k8j8\n");
    assert_eq!(of(&answers, "info string"), ["info string searchmoves d1-d9: blocked; it is left out"], "{answers}");
    let best = of(&answers, "bestmove").concat();
    assert!(best.starts_with("bestmove h1h2") || best.starts_with("bestmove k8j8"), "{answers}");
    assert_eq!(of(&answers, "info depth 3 ").iter().filter(|line| line.contains(" multipv ")).count(), 2, "{answers}");
    // A win that is not among them does not count; where none is legal, every move does.
    let win = "position rows /11/11/11/11/5t5/11/K10/11/11/11/5t5/ defenders\n";
    let answers = Session::converse(&format!("{win}go depth 2 searchmoves a7b7\ngo depth 2 searchmoves b2b3\n"));
    let best = of(&answers, "bestmove");
    assert!(best[0].starts_with("bestmove a7b7") && best[1].starts_with("bestmove a7a"), "{answers}");
    // What is no move is left out, too, wherever it stands.
    let answers = Session::converse("go depth 1 searchmoves z9z8 h1h2 h3\n");
    let left_out = ["z9z8", "h3"].map(|word| format!("info string searchmoves {word}: it is no move; it is left out"));
    assert_eq!(of(&answers, "info string"), left_out, "{answers}");
    assert!(of(&answers, "bestmove").concat().starts_with("bestmove h1h2"), "{answers}");
}

#[test]
fn what_go_does_not_know_is_passed_over() {
    let answers = Session::converse("go quickly depth 2\n");
    assert!(of(&answers, "info string").concat().contains("`quickly` is no limit known here"), "{answers}");
    assert_eq!(of(&answers, "bestmove").len(), 1, "{answers}");
}

#[test]
fn a_session_under_a_house_rule_offers_it() {
    let house =
        hnefi_rules::leaflet("fetlar-2018").unwrap().to_toml().replace("id = \"fetlar-2018\"", "id = \"our-house\"");
    let house = std::sync::Arc::new(hnefi_rules::Ruleset::from_toml(&house).unwrap());
    let mut session = Beside(InProcess::start(Some(house)).unwrap());
    session.0.send("uci");
    let option = session.until("option name Variant");
    assert!(option.contains(" default our-house ") && option.contains(" var our-house "), "{option}");
    session.0.send("setoption name Variant value brandubh");
    session.0.send("setoption name Variant value Our-House");
    session.0.send("d");
    assert_eq!(session.until("rules: "), "rules: our-house");
}

#[test]
fn pondering_to_a_depth_ends_there() {
    let mut session = Beside::new();
    session.0.send("go ponder depth 3");
    session.until("info depth 3 ");
    session.0.send("ponderhit");
    let best = session.until("bestmove");
    assert!(best.starts_with("bestmove "), "{best}");
}

/// The number that follows a word of a line.
fn number_after(line: &str, word: &str) -> u64 {
    line.split(' ')
        .skip_while(|&part| part != word)
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or_else(|| panic!("{line}"))
}

#[test]
fn a_search_of_so_many_positions_looks_at_so_many_and_says_so_at_its_end() {
    for nodes in [1, 100, 5_000, 20_000] {
        let answers = Session::converse(&format!("go nodes {nodes}\n"));
        let last = *of(&answers, "info depth").last().unwrap();
        let counted = number_after(last, "nodes");
        assert!((nodes..=nodes + nodes / 2).contains(&counted), "{last}");
        let best = of(&answers, "bestmove").concat();
        let first = last.split(" pv ").nth(1).unwrap().split(' ').next().unwrap();
        assert!(best.starts_with(&format!("bestmove {first}")), "{answers}");
    }
}

#[test]
fn every_line_tells_how_deep_it_went_and_how_full_the_table_is() {
    let answers = Session::converse("setoption name Hash value 1\ngo nodes 60000\n");
    let infos = of(&answers, "info depth");
    let full: Vec<u64> = infos.iter().map(|line| number_after(line, "hashfull")).collect();
    assert!(full.is_sorted() && *full.last().unwrap() > 50 && *full.last().unwrap() <= 1_000, "{full:?}");
    for line in infos {
        let plies = line.split(" pv ").nth(1).unwrap().split(' ').count() as u64;
        assert!(number_after(line, "seldepth") >= plies, "{line}");
    }
}

#[test]
fn a_mate_is_shown_move_by_move() {
    // Two lanes at once: the attackers can close only one of them.
    let two_lanes = "position rows /11/11/5K5/11/11/11/11/11/5t5/11/5t5/ defenders\ngo depth 4\n";
    let answers = Session::converse(two_lanes);
    let last = *of(&answers, "info depth").last().unwrap();
    assert!(last.contains(" score mate 2 "), "{last}");
    let moves = last.split(" pv ").nth(1).unwrap();
    assert_eq!(moves.split(' ').count(), 3, "{last}");
    let end = Session::converse(&format!("{} moves {moves}\nd\n", two_lanes.lines().next().unwrap()));
    assert!(end.contains("state: over: king-escaped"), "{end}");
}

#[test]
fn a_line_of_a_megabyte_is_read_and_a_longer_one_is_refused_whole() {
    #[derive(Clone, Default)]
    struct Heard(Arc<std::sync::Mutex<Vec<u8>>>);
    impl std::io::Write for Heard {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    // Two pieces go there and back for ever, where repetition does nothing.
    let endless = ruleset("brandubh").unwrap().with(hnefi_rules::Question::Repetition, "none").unwrap();
    let answers = |plies: usize, spaces: usize| {
        let moves = ["d1c1", "d3c3", "c1d1", "c3d3"].iter().cycle().take(plies).copied().collect::<Vec<_>>().join(" ");
        let heard = Heard::default();
        let session = Session::new(heard.clone()).with_ruleset(Arc::new(endless.clone()));
        session.run(format!("position startpos moves {moves}{}\nd\n", " ".repeat(spaces)).as_bytes());
        let bytes = heard.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    };
    let long = answers(24_001, 879_000);
    assert!(long.contains("\nplies: 24001\n"), "{long}");
    let longer = answers(1, 1_000_000);
    assert!(longer.contains("info string a line of more than 1000000 bytes is not read"), "{longer}");
    assert!(longer.contains("\nplies: 0\n"), "{longer}");
}

#[test]
fn chances_come_with_a_score_on_demand() {
    let plain = Session::converse("go depth 2\n");
    assert!(!plain.contains(" wdl "), "{plain}");
    let chances = |position: &str| -> [u32; 3] {
        let answers = Session::converse(&format!("setoption name UCI_ShowWDL value true\n{position}\ngo depth 2\n"));
        let info = answers.lines().rfind(|line| line.contains(" wdl ")).unwrap_or_else(|| panic!("{answers}"));
        let parts: Vec<u32> =
            info.split_once(" wdl ").unwrap().1.split(' ').take(3).map(|part| part.parse().unwrap()).collect();
        assert_eq!(parts.iter().sum::<u32>(), 1_000, "{info}");
        parts.try_into().unwrap()
    };
    let [won, _, lost] = chances("position startpos");
    assert!(won > 0 && lost > 0);
    // The king stands beside a corner, and his side moves.
    assert_eq!(chances("position rows /11/11/11/11/5t5/11/K10/11/11/11/5t5/ defenders"), [1_000, 0, 0]);
    let wrong = Session::converse("setoption name UCI_ShowWDL value yes\n");
    assert!(wrong.contains("`yes` is no value for UCI_ShowWDL: write true or false"), "{wrong}");
}

#[test]
fn several_lines_stand_once_each_where_the_positions_are_spent() {
    let answers = Session::converse("setoption name MultiPV value 3\nucinewgame\ngo nodes 2000\n");
    let mut stands = [""; 3];
    for line in of(&answers, "info depth ") {
        let number = number_after(line, "multipv") as usize;
        stands[number - 1] = line.split_once(" pv ").unwrap().1.split(' ').next().unwrap();
    }
    let [first, second, third] = stands;
    assert!(first != second && second != third && first != third, "{answers}");
    assert!(of(&answers, "bestmove").concat().starts_with(&format!("bestmove {first}")), "{answers}");
}

#[test]
fn a_net_is_named_as_it_was_said() {
    let path = format!("/no  such/{}.hnet", "n".repeat(60));
    let answers = Session::converse(&format!("setoption name EvalFile value {path}\n"));
    assert!(answers.starts_with(&format!("info string `{path}` is nothing to judge by: ")), "{answers}");
}

#[test]
fn weights_of_a_file_judge_as_those_by_hand_do() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../hnefi-engine/weights/corner-two.toml");
    let eval = |file: &str| {
        let answers = Session::converse(&format!(
            "setoption name Variant value nestorgames\nsetoption name EvalFile value {file}\nposition startpos\neval\n"
        ));
        assert!(!answers.contains("nothing to judge by"), "{answers}");
        of(&answers, "eval ").concat()
    };
    assert_eq!(eval(path), eval("hand"));
    assert_ne!(eval(path), eval("own"));
}
