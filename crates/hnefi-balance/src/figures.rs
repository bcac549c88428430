//! What the games of one rule set at one strength add up to, and the file of all of them.

use std::fmt::Write;

use hnefi_rules::{Question, ruleset, rulesets};

/// What the games of one rule set at one strength add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The id of the rule set.
    pub rules: String,
    /// The one answer that is another one than the rule set's own.
    pub turned: Option<Turned>,
    /// How many positions both sides looked at for a move.
    pub nodes: u32,
    /// The node count of the `bench` of the engine that played.
    pub engine: u64,
    /// The games that the attackers won, drew and lost.
    pub results: [u32; 3],
    /// How many of the draws were games that had not ended after 400 plies.
    pub cap: u32,
    /// The plies of all games together.
    pub plies: u64,
}

/// An answer of a rule set, turned over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// The question.
    pub question: Question,
    /// The other answer.
    pub answer: String,
}

impl Figure {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    /// Whether the games of another one ended alike: what differs between the two then changed no game.
    ///
    /// ```
    /// let figures = hnefi_balance::figures();
    /// let [fetlar, walker] = ["fetlar-2018", "cyningstan-2014"].map(|rules| figures.of(rules).next().unwrap());
    /// assert!(fetlar.same_games(walker));
    /// ```
    pub fn same_games(&self, other: &Figure) -> bool {
        (self.results, self.cap, self.plies) == (other.results, other.cap, other.plies)
    }

    /// Where it stands in the file: by rule set, then the rule set as it is, then question, answer and strength.
    fn place(&self) -> (usize, Option<(usize, &str)>, u32) {
        let rules = rulesets().position(|ruleset| ruleset.id() == self.rules).unwrap_or(usize::MAX);
        let turned = self.turned.as_ref().map(|turned| {
            let question = Question::ALL.iter().position(|&question| question == turned.question);
            (question.unwrap_or(usize::MAX), turned.answer.as_str())
        });
        (rules, turned, self.nodes)
    }
}

/// The figures of many rule sets and strengths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures(Vec<Figure>);

/// Why a text is no file of figures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct FiguresError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// The first line of a file.
const COLUMNS: &str = "rules,question,answer,nodes,engine,attackers,draws,defenders,cap,plies";

impl Figures {
    /// Reads a file: the names of the columns, and then a line for each figure. No value holds a comma.
    ///
    /// ```
    /// use hnefi_balance::Figures;
    ///
    /// let figures = Figures::from_csv("\
    /// rules,question,answer,nodes,engine,attackers,draws,defenders,cap,plies
    /// brandubh,,,1000,1234567,68,12,320,12,19600
    /// ").unwrap();
    /// assert_eq!(figures.of("brandubh").next().unwrap().results, [68, 12, 320]);
    /// ```
    ///
    /// # Errors
    /// The first line that is none of a figure of a rule set of this program, with what is wrong with it.
    pub fn from_csv(text: &str) -> Result<Figures, FiguresError> {
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line != COLUMNS) {
            return Err(FiguresError { line: 1, what: format!("the columns must be `{COLUMNS}`") });
        }
        let mut figures = Figures::default();
        for (at, line) in lines {
            figures.put(figure(line).map_err(|what| FiguresError { line: at + 1, what })?);
        }
        Ok(figures)
    }

    /// The file, which [`Figures::from_csv`] reads.
    pub fn to_csv(&self) -> String {
        let mut text = format!("{COLUMNS}\n");
        for Figure { rules, turned, nodes, engine, results: [won, drawn, lost], cap, plies } in &self.0 {
            let (question, answer) = turned.as_ref().map_or(("", ""), |turned| (turned.question.id(), &*turned.answer));
            let _ = writeln!(text, "{rules},{question},{answer},{nodes},{engine},{won},{drawn},{lost},{cap},{plies}");
        }
        text
    }

    /// Puts a figure in its place, instead of one of the same rules and strength.
    pub fn put(&mut self, figure: Figure) {
        match self.0.binary_search_by(|there| there.place().cmp(&figure.place())) {
            Ok(at) => self.0[at] = figure,
            Err(at) => self.0.insert(at, figure),
        }
    }

    /// All, by rule set and strength.
    pub fn all(&self) -> &[Figure] {
        &self.0
    }

    /// Those of a rule set as it is, the fewest positions first.
    pub fn of(&self, rules: &str) -> impl Iterator<Item = &Figure> {
        self.0.iter().filter(move |figure| figure.rules == rules && figure.turned.is_none())
    }

    /// Those of a rule set with one answer turned over.
    pub fn turned_over(&self, rules: &str) -> impl Iterator<Item = &Figure> {
        self.0.iter().filter(move |figure| figure.rules == rules && figure.turned.is_some())
    }
}

/// The figure of one line, or what is wrong with it.
fn figure(line: &str) -> Result<Figure, String> {
    let cells: Vec<&str> = line.split(',').collect();
    let Ok([rules, question, answer, nodes, engine, won, drawn, lost, cap, plies]) = <[&str; 10]>::try_from(cells)
    else {
        return Err("it must have ten values".to_owned());
    };
    let known = ruleset(rules).ok_or_else(|| format!("`{rules}` is no rule set"))?;
    let turned = match (question, answer) {
        ("", "") => None,
        _ => {
            let asked = Question::ALL.iter().copied().find(|known| known.id() == question);
            let question = asked.ok_or_else(|| format!("`{question}` is no question"))?;
            known.with(question, answer).ok_or_else(|| format!("`{answer}` is no answer to `{}`", question.id()))?;
            Some(Turned { question, answer: answer.to_owned() })
        }
    };
    let figure = Figure {
        rules: rules.to_owned(),
        turned,
        nodes: number("nodes", nodes)?,
        engine: number("engine", engine)?,
        results: [number("attackers", won)?, number("draws", drawn)?, number("defenders", lost)?],
        cap: number("cap", cap)?,
        plies: number("plies", plies)?,
    };
    match figure.results {
        [0, 0, 0] => Err("it must have a game".to_owned()),
        [_, drawn, _] if figure.cap > drawn => Err(format!("of {drawn} draws {} cannot be at the cap", figure.cap)),
        _ => Ok(figure),
    }
}

fn number<N: std::str::FromStr>(column: &str, cell: &str) -> Result<N, String> {
    cell.parse().map_err(|_| format!("`{cell}` is no number for `{column}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
rules,question,answer,nodes,engine,attackers,draws,defenders,cap,plies
fetlar-2018,,,1000,7,106,71,223,68,64800
fetlar-2018,,,16000,7,70,110,220,105,76000
fetlar-2018,king-open,two,16000,7,300,50,50,40,52000
brandubh,,,1000,7,68,12,320,12,19600
";

    #[test]
    fn what_is_written_is_read() {
        let figures = Figures::from_csv(TEXT).unwrap();
        assert_eq!(figures.to_csv(), TEXT);
        assert_eq!(figures.of("fetlar-2018").map(|figure| figure.nodes).collect::<Vec<_>>(), [1000, 16_000]);
        assert_eq!(figures.turned_over("fetlar-2018").map(Figure::games).collect::<Vec<_>>(), [400]);
    }

    #[test]
    fn a_figure_takes_the_place_of_the_one_before() {
        let mut figures = Figures::default();
        let mut kept: Vec<Figure> = TEXT.lines().skip(1).map(|line| figure(line).unwrap()).collect();
        kept.iter().rev().for_each(|figure| figures.put(figure.clone()));
        assert_eq!(figures.all(), kept);
        kept[1].results = [1, 2, 3];
        figures.put(kept[1].clone());
        assert_eq!(figures.all(), kept);
    }

    #[test]
    fn an_error_names_the_line_and_what_is_wrong() {
        let error = |text: &str| Figures::from_csv(text).unwrap_err().to_string();
        assert!(error("").starts_with("line 1: the columns must be `rules,"));
        assert!(error("rules,nodes\n").starts_with("line 1: "));
        let with = |line: &str| error(&format!("{COLUMNS}\n{line}\n"));
        assert_eq!(with("brandubh,1000"), "line 2: it must have ten values");
        assert_eq!(with("chess,,,1000,7,1,1,1,0,9"), "line 2: `chess` is no rule set");
        assert_eq!(with("brandubh,king-open,nine,1000,7,1,1,1,0,9"), "line 2: `nine` is no answer to `king-open`");
        assert_eq!(with("brandubh,,,1000,7,0,0,0,0,9"), "line 2: it must have a game");
        assert_eq!(with("brandubh,,,1000,7,1,1,1,2,9"), "line 2: of 1 draws 2 cannot be at the cap");
        assert_eq!(with("brandubh,what,yes,1000,7,1,1,1,0,9"), "line 2: `what` is no question");
        assert_eq!(with("brandubh,,,1000,7,-1,1,1,0,9"), "line 2: `-1` is no number for `attackers`");
    }
}
