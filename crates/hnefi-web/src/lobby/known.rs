//! What the store knows of those who are in the lobby.

use hnefi_live::PersonId;
use hnefi_lobby::Seek;
use hnefi_ratings::Rating;
use hnefi_store::{Store, StoreError};

/// What somebody is called, as the store has it now.
pub(super) struct Known {
    pub(super) person: PersonId,
    pub(super) name: Option<String>,
    pub(super) bot: bool,
}

/// What is shown of a seek beside itself: whom it is between, and how strong who looks for it is.
pub(super) struct ShownOfSeek {
    pub(super) people: Vec<Known>,
    pub(super) rating: Option<Rating>,
}

impl Known {
    pub(super) async fn read(store: &Store, person: &PersonId) -> Result<Known, StoreError> {
        let name = store.name(person).await?.map(|name| name.as_str().to_owned());
        Ok(Known { person: person.clone(), name, bot: store.is_bot(person).await? })
    }
}

impl ShownOfSeek {
    pub(super) async fn read(store: &Store, seek: &Seek) -> Result<ShownOfSeek, StoreError> {
        let mut people = Vec::new();
        for person in [Some(&seek.by), seek.to.as_ref()].into_iter().flatten() {
            people.push(Known::read(store, person).await?);
        }
        let rating = match seek.list() {
            Some(list) => store.rating(list, &seek.by).await?,
            None => None,
        };
        Ok(ShownOfSeek { people, rating })
    }
}
