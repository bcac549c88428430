//! The folder that any web host can serve: everything that works without a server.
use std::fs;
use std::io;
use std::path::Path;

use data_encoding::HEXLOWER;
use hnefi_views::offline::{self, OfflinePage};
use hnefi_views::{Base, Build, render};
use sha2::{Digest, Sha256};

use super::files::{ICONS, Installed, assets, icon, manifest, referee_is_here, script};
use crate::server::assets::{Assets, build};

/// How a page begins before its version is known.
const UNNAMED: &str = "<html ";
const NO_VERSION: &str = "data-version=\"\"";

/// What only the module writes whole, behind a `?`. Without one it is where house rules begin.
const EDITOR: &str = "/house/edit";

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// How many files.
    pub files: usize,
    /// How many bytes they have together.
    pub bytes: usize,
}

/// Writes a folder that a web host can serve as it is, at the root of a name: the pages that need no server, the scripts, and what
/// makes it an app without a network. `url` begins the links, such as `https://tafl.example`; without one they begin with the path.
///
/// ```
/// let folder = std::env::temp_dir().join(format!("hnefi-site-{}", std::process::id()));
/// let site = hnefi_web::write_site(&folder, "").unwrap();
/// assert!(site.files > 50 && folder.join("rules/brandubh/index.html").is_file());
/// std::fs::remove_dir_all(&folder).unwrap();
/// ```
///
/// # Errors
/// When a file cannot be written, or the folder holds something already.
pub fn write_site(folder: &Path, url: &str) -> io::Result<Site> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::ErrorKind::DirectoryNotEmpty.into());
    }
    let other = |error: &dyn std::fmt::Display| io::Error::other(error.to_string());
    let base = Base { url: url.to_owned(), local_only: false };
    let mut site = Writing { folder, digest: Sha256::new(), site: Site { files: 0, bytes: 0 } };
    for file in assets() {
        let content = Assets::get(&file).ok_or_else(|| other(&file))?;
        site.put(&build().asset(&file), &content.data)?;
    }
    for file in ICONS {
        let icon = icon(file).ok_or_else(|| other(&file))?.map_err(|error| other(&error))?;
        site.put(&format!("/icons/{file}"), &icon)?;
    }
    site.put("/manifest.webmanifest", manifest().as_bytes())?;
    // The version stands for everything but itself.
    let unnamed = Build { version: String::new(), ..build().clone() };
    let away = render(&OfflinePage { alone: true, referee: referee_is_here() }, &unnamed);
    let mut pages = vec![("/offline/index.html".to_owned(), away.map_err(|error| other(&error))?)];
    for path in offline::paths() {
        let page = offline::page(&path, &base, &unnamed).ok_or_else(|| other(&path))?;
        pages.push((format!("{}/index.html", path.trim_end_matches('/')), page.map_err(|error| other(&error))?));
    }
    let editor = offline::page("/house", &base, &unnamed).ok_or_else(|| other(&EDITOR))?;
    pages.push((format!("{EDITOR}/index.html"), editor.map_err(|error| other(&error))?));
    for (path, page) in &pages {
        site.digest.update(path.as_bytes());
        site.digest.update(page.as_bytes());
    }
    let version = HEXLOWER.encode(&site.digest.clone().finalize()[..6]);
    for (path, page) in &pages {
        // A host of files gives it whatever stands behind a `?`: its script has to look whether it is what is asked for.
        let page = page.replacen(UNNAMED, "<html data-alone ", 1);
        site.put(path, page.replacen(NO_VERSION, &format!("data-version=\"{version}\""), 1).as_bytes())?;
    }
    site.put("/sw.js", script(&Installed::from_folder(version.clone())).as_bytes())?;
    site.put("/version", version.as_bytes())?;
    Ok(site.site)
}

/// A folder that is being written.
struct Writing<'a> {
    folder: &'a Path,
    digest: Sha256,
    site: Site,
}

impl Writing<'_> {
    fn put(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        let file = self.folder.join(path.trim_start_matches('/'));
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, content)?;
        self.digest.update(path.as_bytes());
        self.digest.update(content);
        self.site.files += 1;
        self.site.bytes += content.len();
        Ok(())
    }
}
