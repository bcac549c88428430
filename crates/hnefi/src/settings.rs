//! How a server is set up: by flags, by variables of the environment, by a file. What is given in several places counts
//! in this order. All settings are those of [`Settings`], under one name everywhere.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, ValueEnum};
use hnefi_web::{HostName, Proxy, PublicUrl};
use hnefi_words::Words;
use serde::{Deserialize, Deserializer, de};

use crate::args::words;
use crate::error::Error;

/// The settings of `hnefi serve`. The name of a flag is the key in the file, and with `HNEFI_` before it the variable.
#[derive(Args, Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    #[arg(long, env = "HNEFI_SETTINGS", value_name = "FILE", help = words("cli-settings"))]
    #[serde(skip)]
    settings: Option<PathBuf>,
    #[arg(long, env = "HNEFI_LISTEN", value_name = "ADDRESS:PORT", help = words("cli-listen"))]
    pub(crate) listen: Option<SocketAddr>,
    #[arg(long, env = "HNEFI_DATA", value_name = "FOLDER", help = words("cli-data"))]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, env = "HNEFI_DATABASE", value_name = "URL", hide_env_values = true, help = words("cli-database"))]
    pub(crate) database: Option<String>,
    #[arg(long, env = "HNEFI_BUS", value_name = "URL", hide_env_values = true, help = words("cli-bus"))]
    pub(crate) bus: Option<String>,
    #[arg(
        long, env = "HNEFI_LAN", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL",
        help = words("cli-lan")
    )]
    pub(crate) lan: Option<bool>,
    #[arg(
        long, env = "HNEFI_PUBLIC_URL", value_name = "URL", help = words("cli-public-url"), value_parser = public_url
    )]
    #[serde(deserialize_with = "from_public_url")]
    pub(crate) public_url: Option<PublicUrl>,
    #[arg(
        long = "host", env = "HNEFI_HOST", value_delimiter = ',', value_name = "NAME", help = words("cli-host"),
        value_parser = host
    )]
    #[serde(rename = "host", deserialize_with = "from_hosts")]
    pub(crate) hosts: Vec<HostName>,
    #[arg(
        long, env = "HNEFI_BEHIND", value_delimiter = ',', value_name = "ADDRESS|NETWORK", help = words("cli-behind"),
        value_parser = proxy
    )]
    #[serde(deserialize_with = "from_proxies")]
    pub(crate) behind: Vec<Proxy>,
    #[arg(long, env = "HNEFI_CONNECTIONS", value_name = "NUMBER", help = words("cli-connections"))]
    pub(crate) connections: Option<usize>,
    #[arg(long, env = "HNEFI_METRICS", value_name = "ADDRESS:PORT", help = words("cli-metrics"))]
    pub(crate) metrics: Option<SocketAddr>,
    #[arg(long, env = "HNEFI_SMTP", value_name = "URL", hide_env_values = true, help = words("cli-smtp"))]
    pub(crate) smtp: Option<String>,
    #[arg(long, env = "HNEFI_MAIL_FROM", value_name = "ADDRESS", help = words("cli-mail-from"))]
    pub(crate) mail_from: Option<String>,
    #[arg(long, env = "HNEFI_PUSH_TEST_SERVICE", value_name = "URL", help = words("cli-push-test-service"))]
    pub(crate) push_test_service: Option<String>,
    #[arg(long, env = "HNEFI_LOG", value_name = "LEVEL", help = words("cli-log"))]
    pub(crate) log: Option<String>,
    #[arg(long, env = "HNEFI_LOG_FORMAT", value_name = "FORMAT", help = words("cli-log-format"))]
    pub(crate) log_format: Option<LogFormat>,
    #[arg(
        long, env = "HNEFI_NO_OPEN", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL",
        help = words("cli-no-open")
    )]
    pub(crate) no_open: Option<bool>,
}

/// How each line of the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogFormat {
    /// For people.
    #[value(help = words("cli-log-text"))]
    Text,
    /// For programs: an object a line.
    #[value(help = words("cli-log-json"))]
    Json,
}

/// The settings alone, for a program that was started without a command.
#[derive(Parser, Debug)]
struct Alone {
    #[command(flatten)]
    settings: Settings,
}

impl Settings {
    /// The settings of the environment.
    pub(crate) fn of_environment() -> Settings {
        Alone::parse_from(["hnefi"]).settings
    }

    /// These settings, and for what they do not say those of the file that they name.
    ///
    /// # Errors
    /// When the file cannot be read, or has something that is no setting.
    pub(crate) fn with_file(self) -> Result<Settings, Error> {
        let Some(path) = self.settings.clone() else { return Ok(self) };
        let text = std::fs::read_to_string(&path).map_err(|error| Error::file(&path, &error))?;
        Ok(self.or(read(&path, &text)?))
    }

    /// What these settings say, else what others do.
    fn or(self, file: Settings) -> Settings {
        Settings {
            settings: self.settings,
            listen: self.listen.or(file.listen),
            data: self.data.or(file.data),
            database: self.database.or(file.database),
            bus: self.bus.or(file.bus),
            lan: self.lan.or(file.lan),
            public_url: self.public_url.or(file.public_url),
            hosts: either(self.hosts, file.hosts),
            behind: either(self.behind, file.behind),
            connections: self.connections.or(file.connections),
            metrics: self.metrics.or(file.metrics),
            smtp: self.smtp.or(file.smtp),
            mail_from: self.mail_from.or(file.mail_from),
            push_test_service: self.push_test_service.or(file.push_test_service),
            log: self.log.or(file.log),
            log_format: self.log_format.or(file.log_format),
            no_open: self.no_open.or(file.no_open),
        }
    }
}

/// The first list, or the second where the first is empty. They are not mixed: who names one proxy means that one alone.
fn either<T>(given: Vec<T>, file: Vec<T>) -> Vec<T> {
    if given.is_empty() { file } else { given }
}

fn read(path: &Path, text: &str) -> Result<Settings, Error> {
    toml::from_str(text).map_err(|error| {
        // A line that cannot be read is shown.
        let (path, problem) = (path.display().to_string(), without_passwords(&error.to_string()));
        Error::input("cli-error-settings", &[("path", path.into()), ("problem", problem.trim_end().into())])
    })
}

/// A text in which nothing stands between `://` and the `@` after it, nor after `password=`.
fn without_passwords(text: &str) -> String {
    let hidden = |part: &str| -> String {
        let end = part.find(|c: char| c.is_whitespace() || c == '"' || c == '\'').unwrap_or(part.len());
        match part[..end].rfind('@') {
            Some(at) => format!("…{}", &part[at..]),
            None => part.to_owned(),
        }
    };
    let mut parts = text.split("://");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + "://" + &hidden(part));
    let mut parts = text.split("password=");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let end = part.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '&')).unwrap_or(part.len());
        text + "password=…" + &part[end..]
    })
}

fn proxy(text: &str) -> Result<Proxy, String> {
    text.parse().map_err(|_| Words::english().format("cli-error-proxy", &[("text", text.into())]))
}

fn host(text: &str) -> Result<HostName, String> {
    text.parse().map_err(|_| Words::english().format("cli-error-host", &[("text", text.into())]))
}

fn public_url(text: &str) -> Result<PublicUrl, String> {
    text.parse().map_err(|_| Words::english().format("cli-error-public-url", &[("text", text.into())]))
}

fn from_proxies<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Proxy>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    texts.iter().map(|text| proxy(text).map_err(de::Error::custom)).collect()
}

fn from_hosts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<HostName>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    texts.iter().map(|text| host(text).map_err(de::Error::custom)).collect()
}

fn from_public_url<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PublicUrl>, D::Error> {
    public_url(&String::deserialize(from)?).map(Some).map_err(de::Error::custom)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn typed(flags: &[&str]) -> Settings {
        Alone::parse_from([&["hnefi"], flags].concat()).settings
    }

    #[test]
    fn flags_count_before_the_file_and_lists_are_not_mixed() {
        let file = r#"
            listen = "127.0.0.1:7000"
            public-url = "https://tafl.example"
            host = ["a.example", "b.example"]
            behind = ["10.0.0.7", "172.16.0.0/12"]
            log-format = "json"
            lan = true
            no-open = true
        "#;
        let file = || read(Path::new("hnefi.toml"), file).unwrap();
        let both = typed(&["--listen", "127.0.0.1:8000", "--host", "c.example", "--connections", "9"]).or(file());
        assert_eq!(both.listen, Some("127.0.0.1:8000".parse().unwrap()));
        assert_eq!(both.hosts, ["c.example".parse().unwrap()]);
        assert_eq!(both.behind, ["10.0.0.7".parse().unwrap(), "172.16.0.0/12".parse().unwrap()]);
        assert_eq!((both.connections, both.log_format), (Some(9), Some(LogFormat::Json)));
        assert_eq!(both.public_url, Some("https://tafl.example".parse().unwrap()));
        assert_eq!(typed(&[]).or(file()).hosts, ["a.example", "b.example"].map(|name| name.parse().unwrap()));
        for (flags, lan, no_open) in [
            (&[][..], true, true),
            (&["--lan", "--no-open"], true, true),
            (&["--lan=false"], false, true),
            (&["--lan=true", "--no-open=false"], true, false),
        ] {
            let both = typed(flags).or(file());
            assert_eq!((both.lan, both.no_open), (Some(lan), Some(no_open)), "{flags:?}");
        }
    }

    #[test]
    fn what_is_no_setting_is_named_with_its_line() {
        for (text, told) in [
            ("listen = \"127.0.0.1:7000\"\nlisten-on = 3\n", "unknown field `listen-on`"),
            ("# none\nconnections = \"many\"\n", "invalid type: string"),
            ("# none\nbehind = [\"nowhere\"]\n", "“nowhere” is neither an address nor a network"),
            ("# none\nhost = [\"a.example:80\"]\n", "“a.example:80” is no name of a machine"),
            ("# none\npublic-url = \"nonsense\"\n", "“nonsense” is no public address"),
            ("# none\nlog-format = \"xml\"\n", "unknown variant `xml`"),
            ("# none\nlisten = 7\n", "line 2"),
        ] {
            let error = read(Path::new("my.toml"), text).unwrap_err().to_string();
            assert!(error.starts_with("my.toml is no file of settings: "), "{error}");
            assert!(error.contains(told) && error.contains("line 2"), "{text}: {error}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_read_tells_no_password() {
        for line in [
            "database = \"postgres://hnefi:s3cret@db.example/club",
            "database = \"postgres://hnefi:s3/c@r3t@db.example/club",
            "database = \"postgres://hnefi@db.example/club?password=s3cret&port=5433",
            "smtp = smtps://hnefi:s3cret@mail.example",
        ] {
            let error = read(Path::new("my.toml"), line).unwrap_err().to_string();
            assert!(error.contains("example") && error.contains("line 1"), "{error}");
            assert!(!error.contains("s3") && !error.contains("r3t"), "{error}");
        }
    }

    #[test]
    fn the_page_lists_every_setting_under_its_names() {
        let page = include_str!("../../../docs/operating.md");
        let listed: Vec<Vec<&str>> = page
            .lines()
            .filter(|line| line.starts_with("| `--"))
            .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
            .collect();
        let command = Alone::command();
        let flags: Vec<_> = command.get_arguments().filter(|arg| arg.get_env().is_some()).collect();
        assert_eq!(listed.len(), flags.len(), "each setting once");
        for arg in flags {
            let (flag, env) = (arg.get_long().unwrap(), arg.get_env().unwrap().to_string_lossy());
            let long = format!("--{flag}");
            let row = listed.iter().find(|row| row[1] == long).unwrap_or_else(|| panic!("{long} is not listed"));
            assert_eq!(env, format!("HNEFI_{}", flag.replace('-', "_").to_uppercase()));
            assert_eq!(row[2], env, "{long}");
            let key = if flag == "settings" { "" } else { flag };
            assert_eq!(row[3], key, "{long}");
        }
        let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
        let read = read(Path::new("docs/operating.md"), example).unwrap();
        assert!(read.listen.is_some() && read.metrics.is_some() && read.log_format == Some(LogFormat::Json));
    }
}
