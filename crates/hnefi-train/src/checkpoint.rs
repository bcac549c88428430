//! A training laid aside in a file.
//!
//! `HNEFITRN`, the length of the head (u32), the head as JSON, all weights and both of Adam's means as f32, least byte
//! first, and the CRC-32 of all before it.

use hnefi_engine::Inputs;
use hnefi_net::{Shape, Weights};
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::learner::Loss;
use crate::training::{Course, Lesson};
use crate::{Epoch, Training, TrainingSettings};

const MAGIC: &[u8; 8] = b"HNEFITRN";

/// Why a training cannot go on from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file is something else, or was cut off or changed.
    #[error("this is no whole checkpoint of a training")]
    Damaged,
    /// It follows other settings: what differs, such as `epochs is 6 there, and 8 is asked for`.
    #[error("the checkpoint follows other settings, or was taught by other games: {0}")]
    OtherSettings(String),
}

#[derive(Serialize, Deserialize)]
struct Head {
    settings: TrainingSettings,
    epochs: Vec<Epoch>,
    batch: usize,
    taught: f64,
    samples: usize,
    steps: u32,
}

impl<'a> Training<'a> {
    /// How far the training has come, to go on from later.
    pub fn checkpoint(&self) -> Vec<u8> {
        let Course { weights, adam, epochs, batch, taught } = &self.course;
        let head = Head {
            settings: self.settings().clone(),
            epochs: epochs.clone(),
            batch: *batch,
            taught: taught.sum,
            samples: taught.samples,
            steps: adam.steps,
        };
        let head = serde_json::to_vec(&head).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for list in [weights, &adam.first, &adam.second].into_iter().flat_map(Weights::lists) {
            bytes.extend(list.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on from where a training of the same settings was laid aside; the number of threads may be another one. With as many threads it learns
    /// exactly what it would have learnt.
    ///
    /// # Errors
    /// If the bytes are damaged, or the training followed other settings.
    pub fn resume(
        settings: TrainingSettings,
        inputs: &Inputs,
        lesson: Lesson<'a>,
        bytes: &[u8],
    ) -> Result<Training<'a>, CheckpointError> {
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(CheckpointError::Damaged)?;
        if !body.starts_with(MAGIC) || crc32fast::hash(body).to_le_bytes() != *sum {
            return Err(CheckpointError::Damaged);
        }
        let length = body.get(8..12).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
        let length = length.ok_or(CheckpointError::Damaged)? as usize;
        let head = body.get(12..12 + length).and_then(|head| serde_json::from_slice(head).ok());
        let head: Head = head.ok_or(CheckpointError::Damaged)?;
        // More threads, or fewer, go on with it as well.
        let there = TrainingSettings { threads: settings.threads, ..head.settings };
        if there != settings {
            return Err(CheckpointError::OtherSettings(differences(&there, &settings)));
        }
        let shape = inputs.shape(settings.hidden, settings.buckets);
        let mut rest = body[12 + length..].as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four));
        let mut read = |shape: Shape| {
            let mut weights = Weights::zero(shape);
            for list in weights.lists_mut() {
                for weight in list {
                    *weight = rest.next().ok_or(CheckpointError::Damaged)?;
                }
            }
            Ok::<_, CheckpointError>(weights)
        };
        let weights = read(shape)?;
        let adam = Adam { first: read(shape)?, second: read(shape)?, steps: head.steps };
        let taught = Loss { sum: head.taught, samples: head.samples };
        let course = Course { weights, adam, epochs: head.epochs, batch: head.batch, taught };
        Ok(Training::on(settings, inputs, lesson, course))
    }
}

/// The settings that differ, each by the name that the file has for it.
fn differences(there: &TrainingSettings, wanted: &TrainingSettings) -> String {
    // By way of the text, in which 0.001 is not 0.0010000000474974513.
    let read = |settings| serde_json::from_slice(&serde_json::to_vec(settings).unwrap_or_default()).unwrap_or_default();
    let [there, wanted]: [serde_json::Value; 2] = [there, wanted].map(read);
    let names = there.as_object().into_iter().flat_map(|settings| settings.keys());
    let differ = names.filter(|&name| there[name] != wanted[name]);
    let told = differ.map(|name| format!("{name} is {} there, and {} is asked for", there[name], wanted[name]));
    told.collect::<Vec<_>>().join("; ")
}
