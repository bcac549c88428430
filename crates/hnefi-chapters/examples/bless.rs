//! Redraws the boards afterwards in `docs/rules` and `docs/sheets`. Expectations stay as people wrote them.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut failed = false;
    for folder in ["rules", "sheets"] {
        if let Err(error) = bless(&docs.join(folder)) {
            eprintln!("{error}");
            failed = true;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn bless(folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    for path in paths {
        let Some(name) = path.file_name().and_then(|n| n.to_str()).and_then(|n| n.strip_suffix(".md")) else {
            continue;
        };
        let text = std::fs::read_to_string(&path)?;
        let drawn = hnefi_chapters::redraw(name, &text).map_err(|e| format!("{}/{e}", folder.display()))?;
        if drawn != text {
            std::fs::write(&path, drawn)?;
            println!("{} redrawn", path.display());
        }
    }
    Ok(())
}
