//! The description of the API for tools, as OpenAPI.

use axum::Json;
use serde::Serialize;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi, ToSchema};

use super::{account, follow, games, lobby, stream};

/// What went wrong.
#[derive(Serialize, ToSchema)]
pub(super) struct ErrorAnswer {
    /// What.
    error: ErrorBody,
}

/// What went wrong, for programs and for people.
#[derive(Serialize, ToSchema)]
struct ErrorBody {
    /// For programs.
    #[schema(example = "needs-scope")]
    code: String,
    /// For people; of a move that is refused it names the square.
    message: String,
    /// The scope that the token lacks.
    scope: Option<String>,
    /// The clause of the rules that decides, where one does.
    #[schema(value_type = Option<Object>)]
    clause: Option<()>,
}

/// The state of a game: the message `state` of the socket, as `docs/formats/web-protocol.md` describes it, without HTML and links.
#[derive(Serialize, ToSchema)]
pub(super) struct StateLine {
    /// Always `state`.
    #[schema(example = "state")]
    r#type: String,
    /// The rest.
    #[serde(flatten)]
    state: hnefi_wire::State,
}

/// What is said beside a game: the message `talk` of the socket, with the game.
#[derive(Serialize, ToSchema)]
pub(super) struct TalkMessage {
    /// Always `talk`.
    #[schema(example = "talk")]
    r#type: String,
    /// The id of the game.
    game: String,
    /// The rest.
    #[serde(flatten)]
    talk: hnefi_wire::TalkState,
}

/// A line of the stream of a game.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is described alone")]
pub(super) enum GameLine {
    /// How it stands.
    State(Box<StateLine>),
    /// What is said beside it.
    Talk(TalkMessage),
}

/// A line of the stream of what concerns you.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is described alone")]
pub(super) enum StreamLine {
    /// Your seeks and games.
    Own(stream::Line),
    /// One of your games.
    Game(Box<GameLine>),
}

/// Something that is done in a game: a message of the socket.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "move", "id": "a1", "ply": 0, "from": "d1", "to": "d4"}))]
pub(super) struct Act {
    /// `move`, `resign`, `offer`, `answer`, `withdraw`, `give-time`, `conditional`, `claim-abandoned` or `say`.
    r#type: String,
    /// For which side, where one holds both.
    r#as: Option<hnefi_wire::SideWord>,
    /// Of a move: your own id of it, up to 64 letters. A move that is sent again under its id is played once.
    id: Option<String>,
    /// Of a move: how many plies you have seen.
    ply: Option<u32>,
    /// Of a move: where the piece stands.
    from: Option<String>,
    /// Of a move: where it goes.
    to: Option<String>,
    /// Of an offer: `draw`, `claim`, `take-back`, `rematch` or `same-sides`.
    kind: Option<String>,
    /// Of a claim: `king-at-side`, `king-shut-in` or `no-progress`.
    ground: Option<String>,
    /// Of an answer: whether you accept.
    accept: Option<bool>,
    /// Of conditional moves: the lines, each from the other side's move to your own.
    lines: Option<Vec<Vec<String>>>,
    /// Of what is said: the key of a greeting.
    greeting: Option<String>,
    /// Of what is said: words of your own.
    words: Option<String>,
    /// Of a game that the other side has left: whether you claim a draw instead of the win.
    draw: Option<bool>,
}

/// A rule set: the same as in the list of `hnefi rules --json`.
#[derive(Serialize, ToSchema)]
pub(super) struct Rules {
    /// The id.
    id: String,
    /// The name.
    name: String,
    /// Who published it.
    publisher: String,
    /// The few words by which somebody recognises the leaflet.
    opening_words: String,
    /// The number of files and ranks.
    board: u8,
    /// Whether it is one of the published leaflets.
    leaflet: bool,
}

/// The whole API.
#[derive(OpenApi)]
#[openapi(
    info(title = "Hnefi", description = "What programs read and do on a Hnefi server. docs/api.md tells of it with examples."),
    paths(
        account::account, stream::stream, account::player, account::rules, games::games, games::game, follow::stream, games::act,
        lobby::lobby, lobby::post, lobby::accept, lobby::withdraw
    ),
    modifiers(&Tokens, &Anywhere)
)]
struct Api;

/// How programs say for whom they act.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("hnefi_…")
            .description(Some("A token made on the page of your account. Its scopes: read, challenge, play."));
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme.build()));
    }
}

/// What every request may be answered.
struct Anywhere;

/// Statuses, and when they come.
const ANYWHERE: [(&str, &str); 6] = [
    ("401", "the token is wrong or was ended, or there is none where one is needed"),
    ("403", "the token lacks a scope, or a moderator has turned the account away"),
    ("413", "the body is too large"),
    ("429", "beyond a limit: `Retry-After` says after how many seconds to come again"),
    ("502", "nobody knows whether it was done: look before you ask again"),
    ("503", "nothing was done: come back in a moment"),
];

impl Modify for Anywhere {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        for item in api.paths.paths.values_mut() {
            for operation in [&mut item.get, &mut item.post, &mut item.delete].into_iter().flatten() {
                for (status, when) in ANYWHERE {
                    let schema = Ref::from_schema_name("ErrorAnswer");
                    let content = ContentBuilder::new().schema(Some(schema)).build();
                    let answer = ResponseBuilder::new().description(when).content("application/json", content).build();
                    operation.responses.responses.insert(status.to_owned(), answer.into());
                }
            }
        }
    }
}

/// The description of the API.
pub(super) async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(Api::openapi())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the description lies. With `HNEFI_BLESS` set it is written anew.
    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api/openapi.json");

    #[test]
    fn the_description_is_that_of_this_program() {
        let made = Api::openapi().to_pretty_json().unwrap() + "\n";
        if std::env::var_os("HNEFI_BLESS").is_some() {
            std::fs::create_dir_all(std::path::Path::new(FILE).parent().unwrap()).unwrap();
            std::fs::write(FILE, &made).unwrap();
        }
        let kept = std::fs::read_to_string(FILE).unwrap_or_default();
        assert_eq!(kept, made, "write it anew with HNEFI_BLESS=1");
    }
}
