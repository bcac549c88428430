//! What tells this engine from others.

use hnefi_uci::Session;

use crate::error::Error;

/// The node count of the engine's bench, as `bench 1234567`.
pub(crate) fn signature() -> Result<String, Error> {
    let answers = Session::converse("bench\n");
    let nodes = answers.lines().find_map(|line| line.strip_prefix("Nodes searched: "));
    nodes.map(|nodes| format!("bench {nodes}")).ok_or(Error::Failed(answers))
}
