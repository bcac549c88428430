//! Files and folders that are their owner's alone, where the system has owners.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::Path;

/// Makes a folder that nobody else may open, and the folders above it as usual. One that is there stays as it is.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent() {
        fs::create_dir_all(above)?;
    }
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        // Somebody else was quicker.
        Err(_) if path.is_dir() => Ok(()),
        made => made,
    }
}

/// Opens a file to write there, and makes it if there is none, so that nobody else may read it.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes an empty file that nobody else may read, of the owner of its folder. One that is there stays as it is.
pub(crate) fn make_file(path: &Path) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    open_file(path)?;
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(Ok(()), |folder| give(path, folder))
}

/// Takes a file's rights from everybody but its owner. Of a file that is not ours, the owner decides.
pub(crate) fn tighten(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Ok(found) = path.metadata() else { return };
        let mode = found.permissions().mode();
        if mode & 0o077 != 0 {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Gives what root has made to the owner of a folder: whoever serves the games there could not open it otherwise.
pub(crate) fn give(path: &Path, folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, lchown};
        if !rustix::process::geteuid().is_root() {
            return Ok(());
        }
        let (owner, found) = (folder.metadata()?, path.symlink_metadata()?);
        if (found.uid(), found.gid()) != (owner.uid(), owner.gid()) {
            // A link that the owner has put there leads root to nobody else's file.
            lchown(path, Some(owner.uid()), Some(owner.gid()))?;
        }
    }
    #[cfg(not(unix))]
    let _ = (path, folder);
    Ok(())
}
