//! Random tokens, what is kept of them, and the secrets of links.

use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::Context;
use data_encoding::{Encoding, HEXLOWER, Specification};
use hmac::{Hmac, KeyInit, Mac};
use hnefi_live::{LinkKind, PersonId};
use hnefi_rules::Side;
use sha2::{Digest, Sha256};

use super::client::Network;

/// The file of the key, in the data folder.
pub(crate) const LINKS: &str = "links.key";

/// Derives the secrets of links from one key.
///
/// The database keeps only the hashes of secrets, and yet a page must show its links again after a restart.
/// So a secret is not stored but derived, from a key that lies in a file beside the database: whoever has
/// only the database has no link.
#[derive(Clone)]
pub(crate) struct Secrets {
    key: [u8; 32],
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secrets")
    }
}

impl Secrets {
    /// Reads the key from a file, or makes it.
    ///
    /// # Errors
    /// When the file cannot be read or written, or holds something else.
    pub(crate) fn open(file: &Path) -> anyhow::Result<Secrets> {
        Ok(Secrets { key: kept_key(file, random::<32>)? })
    }

    /// The key itself, for those who must have the same.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.key
    }

    /// The secret of a link. `side` is `None` for watchers; `moves` counts how often the seat has moved, so
    /// that a link to it works once.
    pub(crate) fn link(&self, kind: LinkKind, game: &str, side: Option<Side>, moves: u32) -> String {
        let side = side.map_or("", Side::id);
        self.derived::<16>(&format!("{}/{game}/{side}/{moves}", kind.id()))
    }

    /// The id of the game that comes of one which a person's browser kept under an id of its own: the same each time.
    pub(crate) fn kept_game(&self, person: &PersonId, own: &str) -> String {
        self.derived::<10>(&format!("kept/{}/{own}", person.as_str()))
    }

    /// What is kept of the network from which a game was played: the same each time, and of no use without the key.
    pub(crate) fn place(&self, network: Network) -> String {
        self.derived::<12>(&format!("place/{network}"))
    }

    /// What the link of somebody says who wants no more mail a day: the same each time.
    pub(crate) fn mail_stop(&self, person: &PersonId) -> String {
        self.derived::<16>(&format!("mail-stop/{}", person.as_str()))
    }

    /// The secret of the link for organisers of an event, which was made anew so often.
    pub(crate) fn organisers(&self, event: &str, links: u32) -> String {
        self.derived::<16>(&format!("organisers/{event}/{links}"))
    }

    fn derived<const N: usize>(&self, message: &str) -> String {
        let mut code = Hmac::<Sha256>::new_from_slice(&self.key).expect("a key of any length will do");
        code.update(message.as_bytes());
        letters(&code.finalize().into_bytes()[..N])
    }
}

/// Reads a key from a file that nobody else may read, or makes it.
///
/// # Errors
/// When the file cannot be read or written, or holds something else.
pub(crate) fn kept_key(file: &Path, make: impl FnOnce() -> [u8; 32]) -> anyhow::Result<[u8; 32]> {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let key = make();
            write_privately(file, &key).with_context(|| format!("cannot write {}", file.display()))?;
            key.to_vec()
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
    };
    let key = bytes.try_into();
    key.map_err(|_| anyhow::anyhow!("{} is not a key of 32 bytes: move it away", file.display()))
}

/// A new token for a visitor: 256 random bits as text.
pub(crate) fn visitor_token() -> String {
    letters(&random::<32>())
}

/// A new token by which a device is known: 256 random bits as text.
pub(crate) fn device_token() -> String {
    letters(&random::<32>())
}

/// How the tokens of programs begin, so that whoever finds one somewhere knows what it is.
pub(crate) const PROGRAM: &str = "hnefi_";

/// A new token for a program: 256 random bits as text, after its beginning.
pub(crate) fn program_token() -> String {
    format!("{PROGRAM}{}", letters(&random::<32>()))
}

/// A new id for a person: 80 random bits as text.
pub(crate) fn person_id() -> String {
    letters(&random::<10>())
}

/// A new id for a game: 80 random bits as text.
pub(crate) fn game_id() -> String {
    letters(&random::<10>())
}

/// A new number for a request: 50 random bits as text.
pub(crate) fn request_id() -> String {
    letters(&random::<6>())
}

/// Heads or tails.
pub(crate) fn coin() -> bool {
    random::<1>()[0] & 1 == 1
}

/// What is kept of a secret: its SHA-256 in hexadecimal.
pub(crate) fn hash(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret.as_bytes()))
}

/// So many random bytes.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
    bytes
}

/// Bytes as lower-case letters and digits, five bits each, without those that look alike.
fn letters(bytes: &[u8]) -> String {
    static LETTERS: LazyLock<Encoding> = LazyLock::new(|| {
        let mut letters = Specification::new();
        letters.symbols.push_str("abcdefghjkmnpqrstvwxyz0123456789");
        letters.encoding().expect("thirty-two different letters")
    });
    LETTERS.encode(bytes)
}

fn write_privately(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut to = options.open(file)?;
    to.write_all(bytes)?;
    to.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_what_they_were() {
        let secrets = Secrets { key: [7; 32] };
        assert_eq!(secrets.link(LinkKind::Watch, "g", None, 0), "31xf5tsgjcv6sxvdwds9dsj76t");
        assert_eq!(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    #[test]
    fn letters_keep_every_bit() {
        assert_eq!(letters(&[]), "");
        assert_eq!(letters(&[0xff, 0xff, 0xff, 0xff, 0xff]), "99999999");
        assert_eq!(letters(&[0x80]), "ta");
        let texts: std::collections::HashSet<String> = (0..=255u8).map(|b| letters(&[b, 0, b])).collect();
        assert_eq!(texts.len(), 256);
    }

    #[test]
    fn a_key_is_made_once_and_links_stay_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let link = |s: &Secrets| s.link(LinkKind::Seat, "g", Some(Side::Attackers), 0);
        let first = link(&Secrets::open(&file).unwrap());
        let again = Secrets::open(&file).unwrap();
        assert_eq!(link(&again), first);
        assert_ne!(again.link(LinkKind::Seat, "g", Some(Side::Attackers), 1), first);
        assert_ne!(again.link(LinkKind::Join, "g", Some(Side::Attackers), 0), first);
        std::fs::write(&file, b"short").unwrap();
        assert!(Secrets::open(&file).is_err());
    }
}
