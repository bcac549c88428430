//! What can be wrong with the bus.

/// Why the bus could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// The name of the club does not do.
    #[error("a club's name on the bus is 1 to 32 lower-case letters and digits, not `{0}`")]
    Club(String),
    /// NATS could not be reached.
    #[error("NATS at {place} cannot be reached: {why}")]
    Unreachable {
        /// Its address, without the password.
        place: String,
        /// What the connection says.
        why: String,
    },
    /// NATS does not let us in.
    #[error("NATS at {place} refuses user and password: {why}")]
    LetIn {
        /// Its address, without the password.
        place: String,
        /// What the server says.
        why: String,
    },
    /// NATS takes only messages that are shorter than those of the bus.
    #[error(
        "NATS at {place} takes messages of {found} bytes at most, and {needed} are needed: raise its `max_payload`"
    )]
    Payload {
        /// Its address, without the password.
        place: String,
        /// What the server takes, in bytes.
        found: usize,
        /// What is needed, in bytes.
        needed: usize,
    },
    /// What this node says to itself does not come back.
    #[error("NATS at {place} does not hand over messages: may this user publish and subscribe to `{subject}`?")]
    Mute {
        /// Its address, without the password.
        place: String,
        /// What it needs rights for.
        subject: String,
    },
    /// Another node has this epoch.
    #[error(
        "another node of the club `{club}` on this NATS is number {epoch}: clubs on one NATS need names of their own"
    )]
    Taken {
        /// The club.
        club: String,
        /// The epoch.
        epoch: i64,
    },
    /// There is no connection to NATS.
    #[error("there is no connection to NATS")]
    Away,
    /// No node listens that has this epoch.
    #[error("node {0} is not there")]
    Nobody(i64),
    /// A node has not answered in time.
    #[error("node {0} does not answer")]
    Silent(i64),
    /// A node takes no tunnel, or has broken it.
    #[error("node {0} takes no tunnel")]
    Refused(i64),
    /// A node speaks another version of the messages.
    #[error("node {epoch} speaks version {theirs} of the bus, and this one version {ours}")]
    Version {
        /// The node.
        epoch: i64,
        /// The version of its messages.
        theirs: u8,
        /// The version of this node's messages.
        ours: u8,
    },
    /// A node does not dial itself.
    #[error("node {0} is this one")]
    Myself(i64),
    /// What is said with a tunnel is too long.
    #[error("a hello of {0} bytes is too long")]
    TooLong(usize),
    /// The bus was closed.
    #[error("the bus is closed")]
    Closed,
}
