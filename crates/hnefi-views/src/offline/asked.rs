//! The pages that depend on what an address or a form asks.

use askama::Template;
use hnefi_rules::{Question, Ruleset, leaflets, ruleset};
use hnefi_wire::AskError;
use hnefi_wire::house::{HouseRules, LONGEST_FILE, LinkError, named, read as read_house};
use hnefi_words::Words;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::home::{HomePage, LeafletPage};
use crate::house::{HouseEditPage, HousePage, begin};
use crate::read::{File, ReadPage};
use crate::table::TablePage;
use crate::{Base, Build, Choices, ErrorPage, disputes, read, render, rules};

/// What is asked without a server.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// The path, such as `/table`.
    pub path: String,
    /// What stands behind the `?`, without it.
    #[serde(default)]
    pub query: String,
    /// What a form says, as a browser encodes it; nothing where an address is opened.
    #[serde(default)]
    pub form: Option<String>,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The HTTP status, such as 200.
    pub status: u16,
    /// What kind of text it is.
    pub kind: &'static str,
    /// The text.
    pub text: String,
    /// Where it leads instead.
    pub location: Option<String>,
    /// The name of the file that it is.
    pub name: Option<String>,
}

/// Answers what depends on nothing but an address or a form; `None` for everything else.
///
/// ```
/// use hnefi_views::{Base, Build, offline};
/// let base = Base { url: "https://tafl.example".to_owned(), local_only: false };
/// let build = Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// let ask = |path: &str, query: &str, form: Option<&str>| {
///     let asked = offline::Asked { path: path.to_owned(), query: query.to_owned(), form: form.map(str::to_owned) };
///     offline::answer(&asked, &base, &build)
/// };
/// assert!(ask("/table", "rules=brandubh", None).unwrap().text.contains("Brandubh"));
/// assert_eq!(ask("/read", "", Some("text=d1-d4")).unwrap().location.unwrap(), "/read?text=d1-d4");
/// assert_eq!(ask("/disputes", "rules=chess", None).unwrap().status, 400);
/// assert!(ask("/game/x", "", None).is_none());
/// ```
pub fn answer(asked: &Asked, base: &Base, build: &Build) -> Option<Answer> {
    let says = Saying { asked, base, build };
    let answered = match (asked.path.as_str(), &asked.form) {
        ("" | "/", None) => says.home(),
        ("/table", None) => says.query().map(|address| TablePage::new(&address, base, choices())).and_then(|page| {
            let status = if page.is_wrong() { 400 } else { 200 };
            says.page(status, &page)
        }),
        ("/disputes", None) => says.book(),
        ("/disputes/sheet", None) => says.disputes_sheet(),
        ("/rules/nearest", None) => {
            says.query().and_then(|asked| rules::NearestPage::new(&asked)).and_then(|page| says.page(200, &page))
        }
        ("/read", None) => says.query().and_then(|asked: read::Asked| {
            let link = if asked.text.is_empty() { None } else { asked.address() };
            says.reading(&asked, link)
        }),
        ("/read", Some(form)) => says.form(form).and_then(|asked| says.read(asked)),
        ("/read/file", Some(form)) => says.form(form).and_then(|asked| says.file(&asked)),
        ("/house/edit", None) => says.edit(),
        ("/house/read", Some(form)) => says.form(form).and_then(bring),
        (path, None) if path.starts_with("/play/") => says.leaflet(&path["/play/".len()..]),
        (path, None) => match path.strip_prefix("/house/")?.split_once('/') {
            None => says.house(path.strip_prefix("/house/")?),
            Some((code, "edit")) => says.open(code).and_then(|house| says.page(200, &HouseEditPage::new(&house))),
            Some((code, "file")) => says.open(code).and_then(|house| house_file(&house)),
            Some(_) => return None,
        },
        _ => return None,
    };
    Some(answered.unwrap_or_else(|error| says.wrong(&error)))
}

fn choices() -> Choices {
    Choices::first().called(None)
}

/// What the address of the first page asks for.
#[derive(Deserialize)]
struct HomeAsked {
    rules: Option<String>,
}

/// A rule file that somebody brings.
#[derive(Deserialize)]
struct FileForm {
    toml: String,
}

fn bring(FileForm { toml }: FileForm) -> Result<Answer, AskError> {
    let words = Words::english();
    if toml.len() > LONGEST_FILE {
        return Err(AskError::Wrong(words.text("problem-too-large-message")));
    }
    let rules = Ruleset::from_toml(&toml).map_err(|error| AskError::Wrong(words.ruleset_error(&error)))?;
    Ok(leads_to(format!("/house/{}", HouseRules::of(&rules).code())))
}

fn house_file(house: &HouseRules) -> Result<Answer, AskError> {
    house
        .ruleset()
        .map_err(|faults| AskError::Wrong(faults.into_iter().map(|fault| fault.says).collect::<Vec<_>>().join(" ")))?;
    let name = Some(format!("{}.toml", house.file_name()));
    Ok(Answer { name, ..text(200, "application/toml; charset=utf-8", house.to_toml()) })
}

fn text(status: u16, kind: &'static str, text: String) -> Answer {
    Answer { status, kind, text, location: None, name: None }
}

fn leads_to(location: String) -> Answer {
    Answer { location: Some(location), ..text(303, "text/plain", String::new()) }
}

struct Saying<'a> {
    asked: &'a Asked,
    base: &'a Base,
    build: &'a Build,
}

impl Saying<'_> {
    fn query<T: DeserializeOwned>(&self) -> Result<T, AskError> {
        self.form(&self.asked.query)
    }

    fn form<T: DeserializeOwned>(&self, text: &str) -> Result<T, AskError> {
        serde_urlencoded::from_str(text)
            .map_err(|error| AskError::Wrong(hnefi_wire::say("form-unreadable", &error.to_string())))
    }

    fn page(&self, status: u16, page: &impl Template) -> Result<Answer, AskError> {
        let html = render(page, self.build).map_err(|error| AskError::Wrong(error.to_string()))?;
        Ok(text(status, "text/html; charset=utf-8", html))
    }

    fn wrong(&self, error: &AskError) -> Answer {
        let title = Words::english().text("problem-bad-form");
        let page = ErrorPage { status: 400, title, message: error.says() };
        self.page(400, &page).unwrap_or_else(|_| text(400, "text/plain; charset=utf-8", error.says()))
    }

    fn home(&self) -> Result<Answer, AskError> {
        let HomeAsked { rules } = self.query()?;
        let chosen = match rules {
            Some(name) => named(&name).map_err(|error| AskError::unknown(&name, error))?,
            None => leaflets()[0].clone(),
        };
        self.page(200, &HomePage::new(self.base, Vec::new(), &chosen, choices(), false))
    }

    fn leaflet(&self, id: &str) -> Result<Answer, AskError> {
        match ruleset(id) {
            Some(known) => self.page(200, &LeafletPage::new(self.base, known, choices())),
            None => self.open(id).map(|house| leads_to(format!("/house/{}", house.code()))),
        }
    }

    fn book(&self) -> Result<Answer, AskError> {
        let asked: disputes::Asked = self.query()?;
        self.page(200, &disputes::BookPage::new(&asked.q, asked.own()?.as_ref()))
    }

    fn disputes_sheet(&self) -> Result<Answer, AskError> {
        let asked: disputes::Asked = self.query()?;
        self.page(200, &disputes::SheetPage::new(asked.own()?.as_ref()))
    }

    fn reading(&self, asked: &read::Asked, link: Option<String>) -> Result<Answer, AskError> {
        self.page(200, &ReadPage::new(asked, link).map_err(AskError::Wrong)?)
    }

    fn read(&self, mut asked: read::Asked) -> Result<Answer, AskError> {
        if !asked.pick.is_empty() {
            asked.rules = std::mem::take(&mut asked.pick);
        }
        match asked.address() {
            _ if asked.text.trim().is_empty() => Ok(leads_to("/read".to_owned())),
            Some(address) => Ok(leads_to(address)),
            None => self.reading(&asked, None),
        }
    }

    fn file(&self, asked: &read::Asked) -> Result<Answer, AskError> {
        let missing = || AskError::Wrong(Words::english().text("import-no-file"));
        let file = File::new(asked).map_err(AskError::Wrong)?.ok_or_else(missing)?;
        let json = json!({"name": file.name, "text": file.text, "losses": file.losses}).to_string();
        Ok(Answer { name: Some(file.name), ..text(200, "application/json", json) })
    }

    fn edit(&self) -> Result<Answer, AskError> {
        let pairs: Vec<(String, String)> = self.query()?;
        let said = |wanted: &str| pairs.iter().find(|(key, _)| key == wanted).map_or("", |(_, value)| value.as_str());
        if said("base").is_empty() {
            return self.page(200, &begin());
        }
        let answers = pairs.iter().filter(|(key, _)| Question::from_id(key).is_some());
        let answers = answers.map(|(key, value)| (key.as_str(), value.as_str()));
        self.page(200, &HouseEditPage::new(&read_house(said("base"), said("name"), said("start"), answers)?))
    }

    fn open(&self, code: &str) -> Result<HouseRules, AskError> {
        HouseRules::from_code(code).map_err(|error: LinkError| AskError::Link(error))
    }

    fn house(&self, code: &str) -> Result<Answer, AskError> {
        let page = HousePage::new(&self.open(code)?, self.base, choices());
        self.page(if page.is_playable() { 200 } else { 400 }, &page)
    }
}
