//! `hnefi site`: everything that works without a server, as a folder for any web host.
use std::process::ExitCode;

use hnefi_words::Words;

use super::Done;
use crate::args::SiteArgs;
use crate::error::Error;
use crate::output::Output;

/// Writes the folder.
pub(crate) fn site(out: &mut Output, args: SiteArgs) -> Done {
    let folder = args.to.display().to_string();
    let site = hnefi_web::write_site(&args.to, args.public_url.trim_end_matches('/'))
        .map_err(|error| Error::Failed(format!("{folder}: {error}")))?;
    let megabytes = format!("{:.1}", site.bytes as f64 / 1e6);
    let values = [("files", site.files.into()), ("folder", folder.into()), ("megabytes", megabytes.into())];
    out.line(Words::english().format("cli-site-done", &values))?;
    Ok(ExitCode::SUCCESS)
}
