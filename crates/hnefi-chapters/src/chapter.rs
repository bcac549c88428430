//! A chapter, read from Markdown.

use std::collections::HashSet;

use hnefi_rules::{Clause, Grade, leaflet, ruleset};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::{Block, Example, example, library};

/// A chapter: prose, headings and examples in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The name of its file without `.md`: the id of a rule set, `comparison`, or that of a decision record.
    pub name: String,
    /// The words of its first heading; its name if it has none.
    pub title: String,
    /// What it is made of, the title apart.
    pub blocks: Vec<Block>,
    /// The questions and points that its prose marks with their grade.
    pub marked: Vec<Clause>,
}

/// Why a chapter could not be read: where, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct ChapterError {
    /// The file, as `name.md`.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Chapter {
    /// Reads a chapter. `name` is that of its file without `.md`.
    ///
    /// # Errors
    /// The first line that cannot be understood, with the reason.
    pub fn parse(name: &str, text: &str) -> Result<Chapter, ChapterError> {
        Reader::new(name, text).read()
    }

    /// Its examples, in order.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Example(example) => Some(&**example),
            _ => None,
        })
    }

    /// Every question and point that its examples or its prose name.
    pub fn clauses(&self) -> HashSet<Clause> {
        self.examples().flat_map(|e| e.clauses.iter().copied()).chain(self.marked.iter().copied()).collect()
    }
}

/// Where the fenced examples of a text are: the line of the fence, counted from 1, and the bytes of the body.
pub(crate) fn fences(text: &str) -> Vec<(usize, std::ops::Range<usize>)> {
    let mut fences = Vec::new();
    let mut body: Option<std::ops::Range<usize>> = None;
    let mut open = false;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => open = &*info == "tafl",
            Event::Text(_) if open => body = Some(body.map_or(range.start, |body| body.start)..range.end),
            Event::End(TagEnd::CodeBlock) => {
                open = false;
                fences.extend(body.take().map(|body| (line_of(text, body.start) - 1, body)));
            }
            _ => {}
        }
    }
    fences
}

/// The line of a byte, counted from 1.
fn line_of(text: &str, byte: usize) -> usize {
    1 + text[..byte].bytes().filter(|&b| b == b'\n').count()
}

struct Reader<'a> {
    name: &'a str,
    text: &'a str,
    title: Option<String>,
    blocks: Vec<Block>,
    marked: Vec<Clause>,
    prose: Vec<Event<'a>>,
    anchors: HashSet<String>,
    line: usize,
}

impl<'a> Reader<'a> {
    fn new(name: &'a str, text: &'a str) -> Reader<'a> {
        Reader {
            name,
            text,
            title: None,
            blocks: Vec::new(),
            marked: Vec::new(),
            prose: Vec::new(),
            anchors: HashSet::new(),
            line: 1,
        }
    }

    fn read(mut self) -> Result<Chapter, ChapterError> {
        let mut heading: Option<(u8, String)> = None;
        let mut code: Option<(usize, String)> = None;
        let mut mark: Option<(String, (Clause, Grade), String)> = None;
        for (event, range) in Parser::new_ext(self.text, Options::ENABLE_TABLES).into_offset_iter() {
            self.line = line_of(self.text, range.start);
            match event {
                Event::Start(Tag::Heading { level, .. }) => heading = Some((level as u8, String::new())),
                Event::End(TagEnd::Heading(_)) => {
                    if let Some((level, text)) = heading.take() {
                        self.add_heading(level, text);
                    }
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if &*info == "tafl" => {
                    code = Some((self.line, String::new()));
                }
                Event::Start(Tag::CodeBlock(_)) => {
                    return Err(self.error("a code block in a chapter is an example and begins with ```tafl"));
                }
                Event::End(TagEnd::CodeBlock) => {
                    if let Some((line, body)) = code.take() {
                        self.add_example(line, &body)?;
                    }
                }
                Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::HtmlBlock) => {
                    return Err(self.error("HTML in a chapter is not shown; write Markdown"));
                }
                Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with("clause:") => {
                    let (rules, clause, grade, html) = self.open_mark(&dest_url["clause:".len()..])?;
                    self.marked.push(clause);
                    self.prose.push(Event::InlineHtml(html.into()));
                    mark = Some((rules, (clause, grade), String::new()));
                }
                Event::End(TagEnd::Link) if mark.is_some() => {
                    if let Some((rules, clause, words)) = mark.take() {
                        self.check_mark(&rules, clause, &words)?;
                    }
                    self.prose.push(Event::InlineHtml("</a>".into()));
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = self.link(&dest_url)?;
                    self.prose.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                Event::Start(Tag::Image { .. }) => return Err(self.error("a chapter has no pictures but its boards")),
                Event::Text(words) | Event::Code(words) if heading.is_some() => {
                    if let Some((_, text)) = &mut heading {
                        text.push_str(&words);
                    }
                }
                Event::Text(words) if code.is_some() => {
                    if let Some((_, body)) = &mut code {
                        body.push_str(&words);
                    }
                }
                event => {
                    if let (Some((.., words)), Event::Text(text)) = (&mut mark, &event) {
                        words.push_str(text);
                    }
                    if heading.is_none() {
                        self.prose.push(event);
                    }
                }
            }
        }
        self.flush();
        let title = self.title.unwrap_or_else(|| self.name.to_owned());
        Ok(Chapter { name: self.name.to_owned(), title, blocks: self.blocks, marked: self.marked })
    }

    fn error(&self, message: impl Into<String>) -> ChapterError {
        ChapterError { file: format!("{}.md", self.name), line: self.line, message: message.into() }
    }

    /// Turns the prose so far into a block.
    fn flush(&mut self) {
        if !self.prose.is_empty() {
            let mut text = String::new();
            html::push_html(&mut text, self.prose.drain(..));
            self.blocks.push(Block::Prose(text));
        }
    }

    fn add_heading(&mut self, level: u8, text: String) {
        self.flush();
        if level == 1 && self.title.is_none() {
            self.title = Some(text);
            return;
        }
        let slug = slug(&text);
        let mut id = slug.clone();
        let mut count = 1;
        while !self.anchors.insert(id.clone()) {
            count += 1;
            id = format!("{slug}-{count}");
        }
        self.blocks.push(Block::Heading { level, id, text });
    }

    fn add_example(&mut self, line: usize, body: &str) -> Result<(), ChapterError> {
        self.flush();
        let example = example::read(self.name, line, body).map_err(|(line, message)| {
            self.line = line;
            self.error(message)
        })?;
        if !self.anchors.insert(example.id.clone()) {
            return Err(self.error(format!("there is another example or a heading {}", example.id)));
        }
        self.blocks.push(Block::Example(Box::new(example)));
        Ok(())
    }

    /// The start of a mark: `clause:king-reach`, or `clause:viking-game/king-reach` in a chapter of no rule set.
    fn open_mark(&self, target: &str) -> Result<(String, Clause, Grade, String), ChapterError> {
        let (rules, id) = target.split_once('/').unwrap_or((self.name, target));
        let ruleset = ruleset(rules).ok_or_else(|| self.error(format!("`{rules}` is no rule set")))?;
        let clause =
            Clause::from_id(id).ok_or_else(|| self.error(format!("`{id}` is neither a question nor a point")))?;
        let grade = ruleset.source(clause).grade;
        let html = format!("<a class=\"grade grade-{}\" href=\"/rules/{rules}#clause-{id}\">", grade.id());
        Ok((rules.to_owned(), clause, grade, html))
    }

    fn check_mark(&self, rules: &str, (clause, grade): (Clause, Grade), words: &str) -> Result<(), ChapterError> {
        let wanted = match grade {
            Grade::Text if leaflet(rules).is_some() => "said by the leaflet",
            Grade::Text => "said by the publisher",
            Grade::Reading => "our reading",
            Grade::Default => "our choice",
            Grade::House => "house rule",
        };
        if words == wanted {
            return Ok(());
        }
        Err(self.error(format!("{} has the grade `{wanted}`, and the chapter calls it `{words}`", clause.id())))
    }

    /// The address on the web of a link between chapters.
    fn link(&self, target: &str) -> Result<CowStr<'a>, ChapterError> {
        let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
        let page = match file.strip_suffix(".md") {
            Some("comparison") => "/rules/compare".to_owned(),
            Some(path) if library::is_definition(path.trim_start_matches("../adr/")) => {
                format!("/rules/definitions/{}", path.trim_start_matches("../adr/"))
            }
            Some(name) if !name.is_empty() && !name.contains(['/', ':']) => format!("/rules/{name}"),
            None if file.is_empty() => String::new(),
            _ => {
                return Err(self.error(format!(
                    "`{target}` is no chapter: link to viking-game.md, to ../adr/0009-encirclement.md, or to #draws"
                )));
            }
        };
        Ok(match anchor {
            Some(anchor) => format!("{page}#{anchor}").into(),
            None => page.into(),
        })
    }
}

/// The anchor of a heading: its letters and digits in lower case, with hyphens between the words.
fn slug(text: &str) -> String {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric() && c != '’')
        .filter(|word| !word.is_empty())
        .map(|word| word.replace('’', "").to_lowercase())
        .collect();
    if words.is_empty() { "part".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests;
