//! Who wins under a rule set, and what its clauses do to that: the engine's games against itself.

use hnefi_balance::{Figure, Figures, Share, figures};
use hnefi_rules::{Question, Ruleset};
use hnefi_words::Words;

/// Who wins under a rule set, at each strength that was measured.
#[derive(Clone, Debug)]
pub(super) struct Balance {
    /// What the strongest games came to, in a sentence.
    pub(super) says: String,
    pub(super) bars: Vec<Bar>,
}

/// The games at one strength.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) strength: String,
    /// What the picture shows, in a sentence.
    pub(super) says: String,
    pub(super) games: u32,
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
    pub(super) points: String,
}

impl Balance {
    /// Of a rule set; `None` where nothing was measured.
    pub(super) fn of(rules: &str) -> Option<Balance> {
        let bars: Vec<Bar> = figures().of(rules).map(Bar::new).collect();
        Some(Balance { says: bars.last()?.says.clone(), bars })
    }
}

impl Bar {
    fn new(figure: &Figure) -> Bar {
        let words = Words::english();
        let [won, drawn, lost] = figure.results;
        let share = Share::of(figure.results);
        let [points, low, high] = [share.points, share.low, share.high].map(percent);
        let says = [
            ("nodes", grouped(figure.nodes).into()),
            ("points", points.into()),
            ("games", figure.games().into()),
            ("won", won.into()),
            ("drawn", drawn.into()),
            ("lost", lost.into()),
        ];
        Bar {
            strength: grouped(figure.nodes),
            says: words.format("balance-says", &says),
            games: figure.games(),
            won,
            drawn,
            lost,
            points: words
                .format("balance-interval", &[("points", points.into()), ("low", low.into()), ("high", high.into())]),
        }
    }
}

/// What each other answer to a question does to the balance of a rule set, as far as it was measured.
pub(super) fn turned_over(figures: &Figures, ruleset: &Ruleset, question: Question) -> Vec<String> {
    let words = Words::english();
    let of_question = |figure: &&Figure| figure.turned.as_ref().is_some_and(|turned| turned.question == question);
    let changed = figures.turned_over(ruleset.id()).filter(of_question).filter_map(|figure| {
        let own = figures.of(ruleset.id()).find(|own| own.nodes == figure.nodes)?;
        let answer = words.answer(question, &figure.turned.as_ref()?.answer);
        let (change, half) = Share::of(figure.results).change(&Share::of(own.results));
        let id = match change {
            _ if figure.same_games(own) => "balance-turned-same",
            _ if change.abs() <= half => "balance-turned-unsure",
            _ if change > 0.0 => "balance-turned-more",
            _ => "balance-turned-fewer",
        };
        let values = [
            ("answer", answer.into()),
            ("change", percent(change.abs()).into()),
            ("half", percent(half).into()),
            ("fewer", percent(half - change).into()),
            ("more", percent(half + change).into()),
            ("games", figure.games().into()),
        ];
        Some(words.format(id, &values))
    });
    changed.collect()
}

/// A share in whole points of a hundred.
fn percent(share: f64) -> u32 {
    (100.0 * share).round() as u32
}

/// A number with a comma before each three digits.
fn grouped(number: u32) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_games_are_told_and_each_strength_is_drawn() {
        for rules in hnefi_rules::rulesets() {
            let balance = Balance::of(rules.id()).unwrap_or_else(|| panic!("{}", rules.id()));
            let strongest = figures().of(rules.id()).last().unwrap();
            assert!(balance.says.contains(&balance.bars.last().unwrap().strength), "{}", balance.says);
            assert_eq!(balance.bars.len(), figures().of(rules.id()).count());
            assert_eq!(balance.bars.last().unwrap().won, strongest.results[0]);
        }
        assert!(Balance::of("chess").is_none());
    }

    #[test]
    fn a_game_that_was_drawn_alone_is_told_as_one() {
        let says = |results| {
            let rules = "fetlar-2018".to_owned();
            Bar::new(&Figure { rules, turned: None, nodes: 1000, engine: 7, results, cap: 0, plies: 77_000 }).says
        };
        assert!(says([395, 2, 3]).ends_with("they won 395, the defenders won 3, and 2 were drawn."));
        assert!(says([396, 1, 3]).ends_with("and one was drawn."));
        assert!(says([397, 0, 3]).ends_with("and none was drawn."));
    }

    #[test]
    fn a_clause_is_told_with_what_it_changes() {
        let figures = Figures::from_csv(
            "rules,question,answer,nodes,engine,attackers,draws,defenders,cap,plies\n\
             fetlar-2018,,,16000,7,60,100,240,90,77000\n\
             fetlar-2018,king-open,two,16000,7,300,50,50,40,52000\n\
             fetlar-2018,king-on-edge,exposed,16000,7,64,100,236,90,77000\n\
             fetlar-2018,soldiers-throne,blocked,16000,7,10,50,340,40,60000\n\
             fetlar-2018,repetition,sequence-draw,16000,7,60,100,240,90,77000\n",
        )
        .unwrap();
        let fetlar = hnefi_rules::ruleset("fetlar-2018").unwrap();
        let says = |question| turned_over(&figures, fetlar, question);
        assert!(says(Question::KingOpen)[0].contains("54 more of a hundred points (give or take 6)"));
        assert!(says(Question::KingOnEdge)[0].ends_with("from 5 fewer to 7 more of a hundred points."));
        assert!(says(Question::Repetition)[0].ends_with("the engine plays the same games."));
        assert!(says(Question::SoldiersThrone)[0].contains("19 fewer of a hundred points (give or take 5)"));
        assert!(says(Question::Escape).is_empty());
    }

    #[test]
    fn long_numbers_have_commas() {
        assert_eq!([7, 1000, 64_000, 1_002_003].map(grouped), ["7", "1,000", "64,000", "1,002,003"]);
    }
}
