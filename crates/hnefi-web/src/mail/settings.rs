//! By which server mail goes out, and from which address.

use std::time::Duration;

use anyhow::{Context, ensure};
use lettre::message::Mailbox;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use url::Url;

use crate::server::base::is_loopback;

/// How long a mail server may take for each answer.
const ANSWERING: Duration = Duration::from_secs(30);
/// How often it is looked what is to be sent.
const LOOKING: Duration = Duration::from_secs(60);

/// By which server mail goes out, from which address, and where its links lead.
#[derive(Clone)]
pub struct MailSettings {
    smtp: String,
    from: Mailbox,
    /// The address under which people reach this server, without a slash at its end.
    pub(super) base: String,
    pub(super) looking: Duration,
}

impl std::fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The address of the mail server holds a password.
        f.debug_struct("MailSettings").field("from", &self.from).field("base", &self.base).finish_non_exhaustive()
    }
}

impl MailSettings {
    /// Mail by the server of an `smtps://` or `smtp://` address, from an address like `Hnefi <hnefi@tafl.example>`; links lead to
    /// the public address of this server. Beyond this machine a mail server is spoken to through TLS alone.
    ///
    /// ```
    /// use hnefi_web::MailSettings;
    /// let base = "https://tafl.example";
    /// assert!(MailSettings::new("smtps://me:secret@mail.example", "Hnefi <hnefi@tafl.example>", base).is_ok());
    /// assert!(MailSettings::new("smtp://127.0.0.1:25", "hnefi@tafl.example", base).is_ok());
    /// let open = MailSettings::new("smtp://me:secret@mail.example", "hnefi@tafl.example", base).unwrap_err().to_string();
    /// assert!(open.contains("smtps://") && !open.contains("secret"));
    /// ```
    ///
    /// # Errors
    /// When one of them is no such address. Nothing of a password is in what it says.
    pub fn new(smtp: &str, from: &str, base: &str) -> anyhow::Result<MailSettings> {
        let about = "the address of a mail server is written like smtps://name:password@mail.example";
        let url = Url::parse(smtp).ok().with_context(|| about.to_owned())?;
        let host = url.host_str().with_context(|| about.to_owned())?;
        let is_required = url.query_pairs().any(|(key, value)| key == "tls" && value == "required");
        let is_private = match url.scheme() {
            "smtps" => true,
            "smtp" => is_required || is_loopback(host),
            _ => anyhow::bail!("{about}"),
        };
        ensure!(
            is_private,
            "others could read mail on its way to {host}: use smtps://, or smtp:// with ?tls=required for STARTTLS"
        );
        let wrong = || format!("`{from}` is no mail address: write it like Hnefi <hnefi@tafl.example>");
        let from: Mailbox = from.parse().ok().with_context(wrong)?;
        ensure!(from.email.to_string().is_ascii(), "{}", wrong());
        let settings = MailSettings { smtp: smtp.to_owned(), from, base: base.to_owned(), looking: LOOKING };
        settings.transport()?;
        Ok(settings)
    }

    /// The same, looking more often what is to be sent: for tests.
    #[must_use]
    pub fn looking_every(mut self, looking: Duration) -> MailSettings {
        self.looking = looking;
        self
    }

    /// From whom mail comes.
    pub(super) fn from(&self) -> &Mailbox {
        &self.from
    }

    /// The name by which this server says hello and numbers its mails.
    pub(super) fn host(&self) -> String {
        let host = Url::parse(&self.base).ok().and_then(|url| url.host_str().map(str::to_owned));
        host.unwrap_or_else(|| "localhost".to_owned())
    }

    /// The way to the mail server.
    ///
    /// # Errors
    /// When its address says something that cannot be.
    pub(super) fn transport(&self) -> anyhow::Result<AsyncSmtpTransport<Tokio1Executor>> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&self.smtp)
            .map_err(|_| anyhow::anyhow!("the address of the mail server says something that cannot be"))?;
        Ok(builder.hello_name(ClientId::Domain(self.host())).timeout(Some(ANSWERING)).build())
    }
}
