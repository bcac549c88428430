//! `hnefi serve`: the web app. Everything about it lives in `hnefi-web`; here it is told where.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hnefi_store::Place;
use hnefi_web::{Ready, ServeOptions};
use hnefi_words::Words;

use super::Done;
use crate::error::Error;
use crate::log;
use crate::output::Output;
use crate::settings::Settings;

/// Serves until it is stopped.
pub(crate) fn serve(out: &mut Output, settings: Settings) -> Done {
    let settings = settings.with_file()?;
    let data = data_or_default(settings.data)?;
    let place = place(&data, settings.database.as_deref())?;
    out.flush()?;
    log::start(settings.log.as_deref(), settings.log_format)?;
    let open = !settings.no_open.unwrap_or_default() && has_display();
    let options = ServeOptions {
        listen: settings.listen,
        data,
        place,
        bus: settings.bus,
        lan: settings.lan.unwrap_or_default(),
        public_url: settings.public_url,
        hosts: settings.hosts,
        proxies: settings.behind,
        connections: settings.connections,
        metrics: settings.metrics,
        smtp: settings.smtp,
        mail_from: settings.mail_from,
        push_test_service: settings.push_test_service,
        on_ready: Box::new(move |ready| {
            announce(ready);
            if open {
                // Where no browser can be opened the printed address remains.
                let _ = open::that_detached(&ready.address);
            }
        }),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(hnefi_web::serve(options)).map_err(|error| Error::Failed(format!("{error:#}")))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints where the pages are. A closed standard output is no reason to stop serving.
fn announce(ready: &Ready) {
    let words = Words::english();
    let mut out = Output::to_terminal();
    let mut say = || -> std::io::Result<()> {
        out.line(words.format("cli-serve-at", &[("address", (&ready.address).into())]))?;
        if let Some(lan) = &ready.lan {
            out.line(words.format("cli-serve-lan", &[("url", (&lan.url).into())]))?;
            out.line(&lan.qr_text)?;
        }
        out.line(words.text("cli-serve-stop"))?;
        out.flush()
    };
    let _ = say();
}

/// The folder that `--data` names, or the one where games are kept unless it does.
pub(super) fn data_or_default(named: Option<PathBuf>) -> Result<PathBuf, Error> {
    named.or_else(data_folder).ok_or_else(|| Error::input("cli-error-no-data-folder", &[]))
}

/// The database that `--database` names, or the one in the folder of the games.
pub(super) fn place(data: &Path, database: Option<&str>) -> Result<Place, Error> {
    Place::of(data, database).map_err(|error| Error::Input(error.to_string()))
}

/// The folder where games are kept unless `--data` names another.
fn data_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
    base.or_else(|| std::env::home_dir().filter(|home| !home.as_os_str().is_empty()).map(|h| h.join(".local/share")))
        .map(|base| base.join("hnefi"))
}

/// Whether this is a desktop on which a browser could appear, and not a session from elsewhere.
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("SSH_CONNECTION") {
        return false;
    }
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
