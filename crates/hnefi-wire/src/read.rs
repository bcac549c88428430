//! **Read**: messages become acts.

use hnefi_live::{Act, OfferKind, Sides};
use hnefi_rules::{Ground, Intent, Offer, Square};
use hnefi_words::Words;

use crate::conditional::read_line;
use crate::{ClientMessage, Refused};

/// **Read**: a message becomes an act; `None` for one that changes nothing.
///
/// # Errors
/// When it says what cannot be.
pub fn read_act(message: ClientMessage) -> Result<Option<Act>, Refused> {
    Ok(Some(match message {
        ClientMessage::Move { id, ply, from, to } => Act::Move { intent: read(&from, &to)?, ply, client_id: id },
        ClientMessage::Resign => Act::Resign,
        ClientMessage::Offer { kind, ground } => {
            Act::Offer(match (kind.as_str(), ground.as_deref().and_then(Ground::from_id)) {
                ("draw", _) => OfferKind::Game(Offer::Draw),
                ("claim", Some(ground)) => OfferKind::Game(Offer::Claim(ground)),
                ("take-back", _) => OfferKind::Game(Offer::TakeBack),
                ("rematch", _) => OfferKind::Rematch(Sides::Swapped),
                ("same-sides", _) => OfferKind::Rematch(Sides::Same),
                _ => return Err(Refused::plain("refused-unknown-offer")),
            })
        }
        ClientMessage::Answer { accept } => Act::Answer { accept },
        ClientMessage::Withdraw => Act::Withdraw,
        ClientMessage::Conditional { ply, lines } => {
            Act::Foresee { ply, lines: lines.iter().map(|line| read_line(line)).collect::<Result<_, _>>()? }
        }
        ClientMessage::GiveTime => Act::GiveTime,
        ClientMessage::ClaimAbandoned { draw } => Act::ClaimAbandoned { draw },
        ClientMessage::Hello { .. }
        | ClientMessage::Why { .. }
        | ClientMessage::WhatIf { .. }
        | ClientMessage::Hint
        | ClientMessage::Prove { .. }
        | ClientMessage::Talk
        | ClientMessage::Say { .. }
        | ClientMessage::CloseTalk { .. }
        | ClientMessage::Ping => return Ok(None),
    }))
}

/// **Read**: two squares as text become an intent.
pub(crate) fn read(from: &str, to: &str) -> Result<Intent, Refused> {
    let square = |text: &str| {
        text.parse::<Square>().map_err(|error| Refused {
            code: "unreadable".to_owned(),
            message: Words::english().square_error(&error),
            clause: None,
        })
    };
    Ok(Intent { from: square(from)?, to: square(to)? })
}
