//! Writing a rule set as a rules string.

use hnefi_rules::Ruleset;

use super::answers::Sayings;
use super::keys::{ALL, Pieces};
use crate::{Loss, Written};

/// Writes a rule set as an OpenTafl rules string, and says which of its answers the string cannot hold.
///
/// ```
/// use hnefi_formats::{Loss, write_rules_string};
/// use hnefi_rules::{Question, ruleset};
/// let written = write_rules_string(ruleset("fetlar-online").unwrap());
/// assert!(written.text.starts_with("dim:11 name:Fetlar_online atkf:y start:/3ttttt3/"));
/// assert!(written.losses.is_empty());
///
/// let lost: Vec<Loss> = write_rules_string(ruleset("copenhagen").unwrap()).losses;
/// let [Loss::Answer { question, instead, .. }] = &lost[..] else { panic!("{lost:?}") };
/// assert_eq!((*question, instead.as_deref()), (Question::Repetition, Some("tfr:w")));
/// ```
pub fn write_rules_string(ruleset: &Ruleset) -> Written {
    let sayings = Sayings::of(ruleset);
    let mut losses = sayings.losses(ruleset);
    let name: String = ruleset.name().split_whitespace().collect::<Vec<_>>().join("_");
    let clean: String = name.chars().filter(|c| !matches!(c, ':' | '[' | ']' | '/')).collect();
    if clean != name {
        losses.push(Loss::Name(clean.clone()));
    }
    let mut text = format!("dim:{}", ruleset.size());
    let mut say = |key: &str, value: &str, default: &str| {
        if value != default {
            text.push_str(&format!(" {key}:{value}"));
        }
    };
    let yes = |is: bool| if is { "y" } else { "n" };
    say("name", &clean, "");
    say("esc", if sayings.edge_escape { "e" } else { "c" }, "c");
    say("surf", yes(sayings.surrounding), "y");
    // Who moves first is said in any case: people differ about the default.
    say("atkf", yes(sayings.attackers_first), "");
    say("tfr", &sayings.repetition.to_string(), "d");
    say("ka", &sayings.king_arms.to_string(), "y");
    say("ks", &sayings.king_strength.to_string(), "s");
    say("spd", &speeds(sayings.soldiers_slow, sayings.king_slow), "-1");
    match sayings.corners {
        None => say("cor", "", "default"),
        Some(corners) => {
            say("corh", &corners.hostile.text(), ALL);
            say("corp", &corners.stop.text(), "K");
            say("cors", &corners.stop.text(), "K");
        }
    }
    match sayings.throne {
        None => say("cen", "", "default"),
        Some(throne) => {
            let occupied = Pieces { attackers: throne.hostile.0, defenders: throne.hostile.1, king: throne.hostile.1 };
            say("cenh", &occupied.text(), "tcnk");
            say("cenhe", &throne.hostile_empty.text(), ALL);
            say("cenp", &throne.pass.text(), ALL);
            // The king stands there when the game begins; whether he may come back is a key of its own.
            say("cens", &Pieces { king: true, ..throne.stop }.text(), "K");
            say("cenre", &Pieces { king: throne.stop.king, ..Pieces::ALL }.text(), ALL);
        }
    }
    say("sw", &sayings.shieldwall.to_string(), "n");
    say("efe", yes(sayings.exit_fort), "n");
    say("linc", yes(sayings.linnaean), "n");
    say("start", &ruleset.start().to_rows(), "");
    Written { text, losses }
}

/// The speeds in the order of the letters tcnkmTCNKM, or one for all.
fn speeds(soldiers_slow: bool, king_slow: bool) -> String {
    let speed = |slow: bool| if slow { "1" } else { "-1" };
    let (soldier, king) = (speed(soldiers_slow), speed(king_slow));
    if soldier == king {
        return soldier.to_owned();
    }
    let mut all = [soldier; 10];
    all[8] = king;
    all.join(",")
}
