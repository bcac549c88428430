//! What a chapter reads, refuses, and redraws.

use super::*;
use crate::redraw;

const BLOCK: &str = "\
```tafl
id: corner
turn: attackers
board:
  11 x . . . . . . . . . x
  10 . . . . . . . . . . .
   9 . . . . . . . . . . .
   8 . . . . . . . . . . .
   7 . . . . . . . . . . .
   6 . . . . . + . . . . .
   5 . . . . . . K . . . .
   4 . . t . . . . . . . .
   3 . . . . . . . . . . .
   2 . . . . . . . . . . .
   1 x T . . . . . . . . x
play: c4-c1
expect: captures b1 against corner a1
```
";

fn refuse(name: &str, text: &str) -> (usize, String) {
    let error = Chapter::parse(name, text).unwrap_err();
    assert_eq!(error.file, format!("{name}.md"));
    (error.line, error.message)
}

#[test]
fn prose_headings_and_examples_come_in_order() {
    let text = format!("# Fetlar\n\nBegin *here*.\n\n## Draws & wins\n\n- one\n- two\n\n{BLOCK}\n## Draws & wins\n");
    let chapter = Chapter::parse("fetlar-2018", &text).unwrap();
    assert_eq!(chapter.title, "Fetlar");
    let kinds: Vec<String> = chapter
        .blocks
        .iter()
        .map(|block| match block {
            Block::Prose(html) => html.trim().replace('\n', ""),
            Block::Heading { level, id, text } => format!("{level} {id} {text}"),
            Block::Example(example) => format!("{} on line {}", example.id, example.line),
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "<p>Begin <em>here</em>.</p>",
            "2 draws-wins Draws & wins",
            "<ul><li>one</li><li>two</li></ul>",
            "corner on line 10",
            "2 draws-wins-2 Draws & wins"
        ]
    );
}

#[test]
fn faults_are_told_with_their_line() {
    let edit = |from: &str, to: &str| format!("Words.\n\n{}", BLOCK.replace(from, to));
    let told = |text: &str| {
        let (line, message) = refuse("fetlar-2018", text);
        format!("{line}: {message}")
    };
    assert!(told(&edit("id: corner", "id: Corner!")).starts_with("3: an example's id"));
    assert!(told(&edit("id: corner\n", "")).starts_with("3: an example lacks its `id:`"));
    assert!(told(&edit("turn: attackers", "turn: black")).starts_with("5: example corner: `black` is no side"));
    assert!(told(&edit("turn: attackers\n", "")).starts_with("3: example corner lacks its `turn:`"));
    assert!(told(&edit("11 x", "12 x")).starts_with("7: example corner: rank 11 belongs here"));
    assert!(told(&edit("c4-c1", "c4-q")).starts_with("18: example corner: `c4-q` is no move"));
    assert!(told(&edit("captures b1 against corner a1", "wins")).starts_with("19: example corner: `wins` expects"));
    assert!(told(&edit("captures b1 against corner a1", "captures b1")).contains("is no capture"));
    assert!(told(&edit("expect:", "expect viking-game:")).contains("under which it is not played"));
    assert!(told(&edit("play:", "plays:")).starts_with("18: example corner: `plays` begins no line"));
    assert!(told(&format!("{BLOCK}\n{BLOCK}")).contains("there is another example or a heading corner"));
    assert!(told(&format!("## Corner\n\n{BLOCK}")).contains("there is another example or a heading corner"));
    assert!(refuse("houses", BLOCK).1.contains("lacks its `rules:` line"));
}

#[test]
fn every_rule_set_has_one_expectation() {
    let rules = |expect: &str| BLOCK.replace("id: corner", "id: corner\nrules: all").replace("expect:", expect);
    assert!(Chapter::parse("comparison", &rules("expect nestorgames: goes on\nexpect:")).is_ok());
    assert!(refuse("comparison", &rules("expect nestorgames:")).1.contains("nothing says what is expected under"));
    assert!(refuse("comparison", &rules("expect: goes on\nexpect:")).1.contains("have no names"));
}

#[test]
fn html_and_foreign_links_are_refused() {
    assert!(refuse("fetlar-2018", "One.\n\n<script>alert(1)</script>\n").1.contains("HTML"));
    assert!(refuse("fetlar-2018", "One <b>two</b>.\n").1.contains("HTML"));
    assert!(refuse("fetlar-2018", "[x](https://example.org)\n").1.contains("is no chapter"));
    assert!(refuse("fetlar-2018", "[x](javascript:alert)\n").1.contains("is no chapter"));
    assert!(refuse("fetlar-2018", "![x](x.png)\n").1.contains("no pictures"));
    assert!(refuse("fetlar-2018", "```\ncode\n```\n").1.contains("```tafl"));
    let prose = |text: &str| match &Chapter::parse("fetlar-2018", text).unwrap().blocks[..] {
        [Block::Prose(html)] => html.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(prose("a < b & c"), "<p>a &lt; b &amp; c</p>\n");
    assert_eq!(
        prose("[five](comparison.md#draws) [two](viking-game.md)"),
        "<p><a href=\"/rules/compare#draws\">five</a> <a href=\"/rules/viking-game\">two</a></p>\n"
    );
}

#[test]
fn definitions_are_linked_by_their_files() {
    let text = "[ring](../adr/0009-encirclement.md)";
    let chapter = Chapter::parse("copenhagen", text).unwrap();
    let wanted = "<p><a href=\"/rules/definitions/0009-encirclement\">ring</a></p>\n";
    assert_eq!(chapter.blocks, [Block::Prose(wanted.to_owned())]);
    assert!(refuse("copenhagen", "[data](../adr/0001-rule-sets-are-data.md)").1.contains("is no chapter"));
    for definition in crate::definitions() {
        assert!(!definition.blocks.is_empty() && definition.title.len() > 10, "{}", definition.name);
        assert_eq!(crate::definition(&definition.name), Some(definition));
    }
}

#[test]
fn the_community_says_publisher() {
    let said = |words: &str| Chapter::parse("copenhagen", &format!("[{words}](clause:shieldwall)"));
    assert_eq!(ruleset("copenhagen").unwrap().source(Clause::from_id("shieldwall").unwrap()).grade, Grade::Text);
    assert!(said("said by the publisher").is_ok());
    assert!(said("said by the leaflet").unwrap_err().message.contains("`said by the publisher`"));
}

#[test]
fn endings_and_captures_of_the_community_are_read() {
    let expect = |expect: &str| {
        let text = BLOCK.replace("captures b1 against corner a1", expect);
        Chapter::parse("copenhagen", &text).unwrap().examples().next().unwrap().cases[0].expected.clone()
    };
    let walls = expect("captures c1 against shieldwall, b1 against shieldwall").captures;
    assert_eq!(
        walls.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["b1 against shieldwall", "c1 against shieldwall"]
    );
    assert_eq!(expect("defenders win: exit-fort").outcome.unwrap().reason, hnefi_rules::Ending::ExitFort);
    assert_eq!(expect("attackers win: encirclement").outcome.unwrap().reason, hnefi_rules::Ending::Encirclement);
    assert_eq!(expect("refused repeats").refusal.unwrap().code, "repeats");
}

#[test]
fn marks_must_agree_with_the_rule_file() {
    let chapter = Chapter::parse("fetlar-2018", "So ([our reading](clause:king-reach)).").unwrap();
    assert_eq!(chapter.marked, [Clause::from_id("king-reach").unwrap()]);
    assert_eq!(
        chapter.blocks,
        [Block::Prose(
            "<p>So (<a class=\"grade grade-reading\" href=\"/rules/fetlar-2018#clause-king-reach\">our reading</a>).</p>\n"
                .to_owned()
        )]
    );
    assert!(refuse("fetlar-2018", "[our choice](clause:king-reach)").1.contains("has the grade `our reading`"));
    assert!(refuse("fetlar-2018", "[our choice](clause:luck)").1.contains("`luck` is neither"));
    assert!(refuse("comparison", "[our choice](clause:match)").1.contains("`comparison` is no rule set"));
    assert!(Chapter::parse("comparison", "[our choice](clause:viking-game/match)").is_ok());
}

#[test]
fn redrawing_draws_the_board_afterwards_and_then_nothing() {
    let drawn = redraw("fetlar-2018", BLOCK).unwrap();
    assert!(drawn.contains("after:\n  11 x . . . . . . . . . x\n"));
    assert!(drawn.ends_with("   1 x . t . . . . . . . x\n     a b c d e f g h i j k\n```\n"), "{drawn}");
    assert_eq!(redraw("fetlar-2018", &drawn).unwrap(), drawn);
    let stale = drawn.replace("   1 x . t .", "   1 x . . t");
    assert_ne!(stale, drawn);
    assert_eq!(redraw("fetlar-2018", &stale).unwrap(), drawn);
    let fetlar = leaflet("fetlar-2018").unwrap();
    let problems = |text: &str| Chapter::parse("fetlar-2018", text).unwrap().examples().next().unwrap().check(fetlar);
    assert_eq!(problems(&drawn), Vec::<String>::new());
    assert!(problems(&stale)[0].contains("bless"));
}

#[test]
fn redrawing_names_the_rule_sets_where_boards_differ() {
    let text = BLOCK
        .replace("id: corner", "id: corner\nrules: all")
        .replace(" K . . . .", " . . . . .")
        .replace("1 x T", "1 x K")
        .replace(
            "expect: captures b1 against corner a1",
            "expect nestorgames: captures b1 against corner a1; attackers win: king-captured\nexpect: goes on",
        );
    let drawn = redraw("comparison", &text).unwrap();
    assert!(drawn.contains("\nafter fetlar-2018, viking-game, cyningstan-2014, regency-chess:\n"), "{drawn}");
    assert!(drawn.contains("\nafter nestorgames:\n"));
    assert_eq!(redraw("comparison", &drawn).unwrap(), drawn);
}
