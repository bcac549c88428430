//! The way to a net: games, a training, a match, each one command.

use crate::common::{Ran, folder, hnefi_in};

#[test]
fn games_teach_a_net_that_plays_a_match() {
    let folder = folder("net");
    let run = |line: &str| -> Ran { hnefi_in(&folder, &line.split(' ').collect::<Vec<_>>(), "") };
    let ran = run("selfplay --rules brandubh --out games --games 60 --nodes 40 --move-cap 60 --threads 2");
    assert_eq!(ran.code, 0, "{ran:?}");

    let train = "train games games/brandubh-1-0.shard --out first.net --hidden 64 --buckets 2 --epochs 3 --batch 256 --threads 2";
    let ran = run(train);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(!ran.err.contains("count once"), "a shard that is named twice is read once: {ran:?}");
    assert!(ran.out.contains("Epoch 3 of 3: loss ") && ran.out.contains("first.net: "), "{}", ran.out);
    let svg = std::fs::read_to_string(folder.join("first.net.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    assert!(!folder.join("first.net.checkpoint").exists());
    let net = hnefi_net::Net::from_bytes(&std::fs::read(folder.join("first.net")).unwrap()).unwrap();
    assert_eq!((net.card().name.as_str(), net.card().rules.as_slice()), ("first", &["brandubh".to_owned()][..]));
    assert!(net.card().positions > 500 && net.card().loss > 0.0, "{:?}", net.card());
    let taught = |epoch: u32| -> f64 {
        let line = ran.out.lines().find(|line| line.starts_with(&format!("Epoch {epoch} of 3: loss "))).unwrap();
        line.split(' ').nth(5).unwrap().parse().unwrap()
    };
    assert!(taught(3) < taught(1), "{}", ran.out);

    let more = "train games --out more.net --from first.net --epochs 1 --batch 256 --rate 0.0001";
    let ran = run(more);
    assert_eq!(ran.code, 0, "{ran:?}");
    let net = hnefi_net::Net::from_bytes(&std::fs::read(folder.join("more.net")).unwrap()).unwrap();
    assert_eq!((net.card().from.as_str(), net.shape().hidden, net.shape().buckets), ("first", 64, 2));
    let first: f64 = ran.out.split_once("Epoch 1 of 1: loss ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
    assert!(first < taught(2), "{}", ran.out);
    let ran = run(&format!("{} --hidden 128", more.replace("more.net", "wider.net")));
    assert!(ran.code == 2 && ran.err.contains("first.net") && ran.err.contains("128 sums"), "{ran:?}");

    let card = run("nets first.net --json");
    let told: serde_json::Value = serde_json::from_str(&card.out).unwrap();
    assert_eq!((&told["card"]["name"], &told["hidden"]), (&"first".into(), &64.into()), "{card:?}");
    assert_eq!(told["judges"], serde_json::json!([]));
    assert!(run("nets first.net").out.starts_with("first: "), "{card:?}");

    let players = "--first-option EvalFile=first.net --second-option EvalFile=hand own own";
    let ran = run(&format!("match --rules brandubh --nodes 60 --pairs 2 --move-cap 60 {players}"));
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(!ran.err.contains("EvalFile"), "{ran:?}");

    let ran = run(&format!("match --rules brandubh --nodes 60 --pairs 2 --move-cap 60 --record games.jsonl {players}"));
    assert_eq!(ran.code, 0, "{ran:?}");
    let known = std::fs::read(folder.join("first.net")).unwrap();
    for (line, told) in [
        ("nets --match games.jsonl more.net", "games.jsonl: in this match the first engine did not judge by more.net"),
        ("nets --match nowhere.jsonl first.net", "nowhere.jsonl"),
        ("nets --match first.net.svg first.net", "first.net.svg, line 1: this is no record of a match"),
        ("nets --match games.jsonl first.net more.net", "Name one net"),
        ("nets --match games.jsonl", "<FILE>"),
    ] {
        let ran = run(line);
        assert!(ran.code != 0 && ran.err.contains(told), "{line}: {ran:?}");
    }
    assert_eq!(std::fs::read(folder.join("first.net")).unwrap(), known);
    let noted = run("nets --match games.jsonl first.net");
    assert!(noted.out.contains("of the points in 4 games against own-2 under brandubh, nodes 60"), "{noted:?}");
    let first = || hnefi_net::Net::from_bytes(&std::fs::read(folder.join("first.net")).unwrap()).unwrap();
    let before = hnefi_net::Net::from_bytes(&known).unwrap();
    assert_eq!((first().weights(), first().card().strength.len()), (before.weights(), 1));

    // With what its card tells now it is the same net: matches and games go on, and are noted again, beside others.
    let ran = run(&format!("match --rules brandubh --nodes 60 --pairs 3 --move-cap 60 --record games.jsonl {players}"));
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = run(&format!("match --rules brandubh --nodes 61 --pairs 2 --move-cap 60 --record more.jsonl {players}"));
    assert_eq!(ran.code, 0, "{ran:?}");
    let second = "selfplay --rules brandubh --out second --games 3 --nodes 40 --eval first.net";
    assert_eq!(run(second).code, 0);
    for _ in 0..2 {
        assert_eq!(run("nets --match games.jsonl --match more.jsonl first.net").code, 0);
        let noted: Vec<_> = first().card().strength.iter().map(|shown| (shown.limit.clone(), shown.games)).collect();
        assert_eq!(noted, [("nodes 60".to_owned(), 6), ("nodes 61".to_owned(), 4)]);
    }
    assert_eq!(run("selfplay --rules brandubh --out fresh --games 20 --nodes 40 --move-cap 60 --seed 2").code, 0);
    let ran = run("nets --calibrate fresh first.net");
    assert_eq!(ran.code, 0, "{ran:?}");
    let positions = |net: &hnefi_net::Net| net.card().calibration.iter().map(|(count, _)| count).sum::<u64>();
    assert!(positions(&first()) > 2 * positions(&before), "{ran:?}");
    assert_eq!((first().weights(), first().card().strength.len()), (before.weights(), 2));
    assert_eq!(
        run("selfplay --rules fetlar-2018 --out wide --games 2 --nodes 40 --move-cap 60 --give-up never").code,
        0
    );
    let ran = run("nets --calibrate wide first.net");
    assert!(ran.code == 2 && ran.err.contains("first.net sees \""), "{ran:?}");
    // A net that says that it sees what it has no weights for.
    let narrow = hnefi_net::Shape { men: 3, measures: 1, hidden: 64, buckets: 2 };
    let narrow = hnefi_net::Net::new(&hnefi_net::Weights::zero(narrow), before.card().clone()).unwrap();
    std::fs::write(folder.join("narrow.net"), narrow.to_bytes().unwrap()).unwrap();
    let ran = run("nets --calibrate fresh narrow.net");
    assert!(ran.code == 2 && ran.err.contains("narrow.net sees \""), "{ran:?}");
    // A weight that a training would not keep; the first one stands behind the card.
    let mut wide = known.clone();
    let at = 22 + u32::from_le_bytes(wide[18..22].try_into().unwrap()) as usize;
    wide[at..at + 2].copy_from_slice(&600i16.to_le_bytes());
    let body = wide.len() - 4;
    let sum = crc32fast::hash(&wide[..body]).to_le_bytes();
    wide[body..].copy_from_slice(&sum);
    std::fs::write(folder.join("wide.net"), wide).unwrap();
    let ran = run("train games --out wider.net --from wide.net --epochs 1");
    assert!(ran.code == 2 && ran.err.contains("wide.net cannot be what the training begins with"), "{ran:?}");
    let ran = run(&second.replace("--games 3", "--games 4"));
    assert_eq!((ran.code, ran.err.contains("other games")), (0, false), "{ran:?}");
    let header = run("shards second");
    assert_eq!(header.code, 0, "{header:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_nets_that_are_brought_along_say_whom_they_judge() {
    let folder = folder("nets");
    let ran = hnefi_in(&folder, &["nets"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    for (net, judged) in [("corner-four-11: ", "fetlar-2018"), ("corner-four-siege-11: ", "copenhagen")] {
        let card = ran.out.split_once(net).unwrap_or_else(|| panic!("{}", ran.out)).1;
        assert!(card.lines().nth(1).unwrap().contains(judged), "{}", ran.out);
    }
    // Whatever is noted in a copy, it is the same net.
    let own = hnefi_engine::shipped_nets().iter().find(|shipped| shipped.net.card().name == "corner-two-7").unwrap();
    let card = hnefi_net::Card { name: "copy".to_owned(), ..own.net.card().clone() };
    let copy = (*own.net).clone().with_card(card).unwrap().to_bytes().unwrap();
    std::fs::write(folder.join("copy.net"), copy).unwrap();
    let ran = hnefi_in(&folder, &["nets", "copy.net"], "");
    assert!(ran.out.contains("judges brandubh"), "{ran:?}");
    for line in hnefi_in(&folder, &["nets", "--json"], "").out.lines() {
        let told: serde_json::Value = serde_json::from_str(line).unwrap();
        let card: hnefi_net::Card = serde_json::from_value(told["card"].clone()).unwrap();
        assert!(!card.rules.is_empty() && card.positions > 0 && card.loss < card.blind_loss, "{line}");
        assert!(card.calibration.iter().map(|(count, _)| count).sum::<u64>() > 1_000, "{line}");
        assert!(!card.strength.is_empty() && card.strength.iter().all(|shown| shown.games >= 100), "{line}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_teach_or_judge_is_told() {
    let folder = folder("net-wrong");
    let run = |line: &str| -> Ran { hnefi_in(&folder, &line.split(' ').collect::<Vec<_>>(), "") };
    std::fs::write(folder.join("no.net"), "a picture").unwrap();
    std::fs::create_dir(folder.join("taken")).unwrap();
    for (line, told) in [
        ("train nowhere --out a.net", "nowhere"),
        ("train . --out a.net", "no shard"),
        ("train . --out missing/a.net", "missing: No such file"),
        ("train . --out taken", "taken is a folder: give --out the name of a file"),
        ("train . --out no.net", "no.net is there already"),
        ("train . --out a.net --threads 5000", "5000 is not in 1..=256"),
        ("train . --out a.net --hidden 100", "multiple of 64"),
        ("train . --out a.net --rate 2", "above 0"),
        ("selfplay --rules brandubh --out games --eval no.net", "no.net"),
        ("nets no.net", "HNEFINET"),
        ("selfplay --rules brandubh --out games --eval nowhere.net", "nowhere.net"),
    ] {
        let ran = run(line);
        assert!(ran.code != 0 && ran.err.contains(told), "{line}: {ran:?}");
    }
    assert!(!folder.join("a.net").exists() && !folder.join("games").exists());
    std::fs::remove_dir_all(&folder).unwrap();
}
