//! `hnefi train`: teaches a net from the games of shards. `docs/bench/net.md` tells how the engine's nets were made.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hnefi_engine::Cancel;
use hnefi_match::{GrowingError, GrowingFile};
use hnefi_net::{Card, Net};
use hnefi_selfplay::{Shards, mind_of_net};
use hnefi_train::{Epoch, Lesson, Material, MaterialError, Step, Targets, Training, TrainingSettings, loss_curve};
use hnefi_words::Words;

use super::Done;
use super::shards::remarks;
use crate::args::TrainArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, harmless, say_beside, write_whole};
use crate::progress::{ProgressLine, hours};
use crate::signals;

/// So often the training is laid aside in a file.
const LAID_ASIDE: Duration = Duration::from_secs(60);

/// How many sums and heads for each side a net has where nobody says otherwise.
const HIDDEN: usize = 256;
const BUCKETS: usize = 4;

/// Teaches a net, or goes on with the one that was begun.
pub(crate) fn train(out: &mut Output, args: &TrainArgs) -> Done {
    // Known before the work, and not after its first epoch.
    if let Some(folder) = args.out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::read_dir(folder).map_err(|error| Error::file(folder, &error))?;
    }
    if args.out.is_dir() {
        let path = harmless(&args.out.display().to_string());
        return Err(Error::input("cli-train-folder", &[("path", path.into())]));
    }
    if args.out.symlink_metadata().is_ok() {
        let path = harmless(&args.out.display().to_string());
        return Err(Error::input("cli-train-there", &[("path", path.into())]));
    }
    let beside = Beside::of(&args.out);
    let _alone = Alone::with(&beside, &args.out)?;
    let from = args.from.as_deref().map(begins_with).transpose()?;
    let shape = from.as_ref().map(|from| from.net.shape());
    let hidden = args.hidden.or(shape.map(|shape| shape.hidden)).unwrap_or(HIDDEN);
    let buckets = args.buckets.or(shape.map(|shape| shape.buckets)).unwrap_or(BUCKETS);
    let material = material(&args.shards, buckets, Material::of)?;
    let targets = Targets::of(&material.teaching, args.result);
    let lesson = Lesson { teaching: &material.teaching, testing: &material.testing, targets: &targets };
    let settings = TrainingSettings {
        hidden,
        buckets,
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        result: args.result,
        threads: args.threads,
        seed: args.seed,
        data: material.digest.clone(),
        from: from.as_ref().map(|from| from.digest.clone()).unwrap_or_default(),
    };
    if let Some(from) = &from {
        from.fits(&settings, &material)?;
    }
    let counts = [
        ("teaching", material.teaching.len().to_string().into()),
        ("testing", material.testing.len().to_string().into()),
        ("rules", material.rules.join(", ").into()),
    ];
    out.line(Words::english().format("cli-train-material", &counts))?;

    let mut training = match std::fs::read(&beside.checkpoint) {
        Ok(bytes) => {
            let training = Training::resume(settings, &material.inputs, lesson, &bytes).map_err(|error| {
                let path = harmless(&beside.checkpoint.display().to_string());
                Error::input("cli-train-checkpoint", &[("path", path.into()), ("why", error.to_string().into())])
            })?;
            let percent = format!("{:.0}", training.done() * 100.0);
            out.line(Words::english().format("cli-train-goes-on", &[("percent", percent.into())]))?;
            training
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => match &from {
            Some(from) => Training::from(settings, &material.inputs, lesson, from.net.weights()),
            None => Training::new(settings, &material.inputs, lesson),
        },
        Err(error) => return Err(Error::file(&beside.checkpoint, &error)),
    };
    let cancel = Cancel::new();
    signals::cancel(&cancel);
    if !run(out, &mut training, &beside, &cancel)? {
        let path = harmless(&beside.checkpoint.display().to_string());
        out.line(Words::english().format("cli-train-laid-aside", &[("path", path.into())]))?;
        return Ok(ExitCode::from(130));
    }

    let net = Net::new(training.weights(), card(args, &material, &training, from.as_ref()));
    let bytes = net.and_then(|net| net.to_bytes()).map_err(|error| Error::Failed(error.to_string()))?;
    write_whole(&args.out, &bytes)?;
    // A checkpoint that stays only costs room.
    let _ = std::fs::remove_file(&beside.checkpoint);
    let values = [
        ("path", harmless(&args.out.display().to_string()).into()),
        ("bytes", bytes.len().to_string().into()),
        ("curve", harmless(&beside.curve.display().to_string()).into()),
    ];
    out.line(Words::english().format("cli-train-done", &values))?;
    Ok(ExitCode::SUCCESS)
}

/// How positions are read: to teach, or to ask about.
type Reads = fn(&Shards, usize, &mut dyn FnMut(u64)) -> Result<Material, MaterialError>;

/// The positions of these shards, as a net of so many heads sees them.
pub(super) fn material(shards: &[PathBuf], buckets: usize, read: Reads) -> Result<Material, Error> {
    let shards = Shards::of(shards)?;
    remarks(&shards);
    let mut line = ProgressLine::new();
    let all = shards.len();
    let material = read(&shards, buckets, &mut |games| {
        line.show(|| {
            let values = [("read", games.to_string().into()), ("games", all.to_string().into())];
            Words::english().format("cli-train-reads", &values)
        });
    });
    line.end();
    material.map_err(|error| match error {
        MaterialError::Shard(error) => error.into(),
        error => Error::Input(error.to_string()),
    })
}

/// How the odds of a net compare with what came of games, as its card has it.
pub(super) fn noted(calibration: Vec<(u64, f64)>) -> Vec<(u64, f64)> {
    calibration.into_iter().map(|(count, points)| (count, rounded(points))).collect()
}

/// The net with whose weights a training begins.
struct From {
    path: PathBuf,
    net: Net,
    /// What tells it from other nets.
    digest: String,
}

fn begins_with(path: &Path) -> Result<From, Error> {
    let net = chosen::net(path)?;
    let kept = Net::new(&net.weights(), net.card().clone()).map_err(|error| Error::Failed(error.to_string()))?;
    if kept != net {
        let path = harmless(&path.display().to_string());
        return Err(Error::input("cli-train-wide", &[("path", path.into())]));
    }
    let digest = mind_of_net(path, net.digest());
    Ok(From { path: path.to_owned(), net, digest })
}

impl From {
    /// Whether a training by these settings can begin with the net.
    fn fits(&self, settings: &TrainingSettings, material: &Material) -> Result<(), Error> {
        let (shape, card) = (self.net.shape(), self.net.card());
        let wanted = material.inputs.shape(settings.hidden, settings.buckets);
        if shape == wanted && card.inputs == material.inputs.name() {
            return Ok(());
        }
        let values = [
            ("path", harmless(&self.path.display().to_string()).into()),
            ("hidden", shape.hidden.to_string().into()),
            ("buckets", shape.buckets.to_string().into()),
            ("inputs", harmless(&card.inputs).into()),
            ("wanted-hidden", wanted.hidden.to_string().into()),
            ("wanted-buckets", wanted.buckets.to_string().into()),
            ("wanted-inputs", material.inputs.name().into()),
        ];
        Err(Error::input("cli-train-begins", &values))
    }
}

/// What lies beside a net while it is made.
struct Beside {
    checkpoint: PathBuf,
    curve: PathBuf,
    lock: PathBuf,
}

/// Nobody else makes the same net meanwhile.
struct Alone {
    lock: PathBuf,
    _held: GrowingFile,
}

impl Alone {
    fn with(beside: &Beside, net: &Path) -> Result<Alone, Error> {
        let lock = beside.lock.clone();
        match GrowingFile::open(&lock) {
            Ok(held) => Ok(Alone { lock, _held: held }),
            Err(GrowingError::File(error)) => Err(Error::file(&lock, &error)),
            Err(GrowingError::Busy) => {
                let path = harmless(&net.display().to_string());
                Err(Error::Failed(Words::english().format("cli-train-busy", &[("path", path.into())])))
            }
        }
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.lock);
    }
}

impl Beside {
    fn of(net: &Path) -> Beside {
        let beside = |ending: &str| {
            let mut name = net.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        Beside { checkpoint: beside(".checkpoint"), curve: beside(".svg"), lock: beside(".lock") }
    }
}

/// Goes on to the end, or until it is cancelled, and says whether it is the end.
fn run(out: &mut Output, training: &mut Training<'_>, beside: &Beside, cancel: &Cancel) -> Result<bool, Error> {
    let (begun, done) = (Instant::now(), training.done());
    let mut aside = Instant::now();
    let mut line = ProgressLine::new();
    loop {
        if cancel.is_cancelled() {
            line.end();
            write_whole(&beside.checkpoint, &training.checkpoint())?;
            return Ok(false);
        }
        match training.step() {
            Step::Learned(loss) => line.show(|| {
                let share = (training.done() - done).max(1e-9);
                let left = begun.elapsed().as_secs_f64() / share * (1.0 - training.done());
                let values = [
                    ("percent", format!("{:.1}", training.done() * 100.0).into()),
                    ("loss", format!("{loss:.4}").into()),
                    ("rest", hours(left).into()),
                ];
                Words::english().format("cli-train-progress", &values)
            }),
            Step::Ended(Epoch { number, taught, tested }) => {
                line.end();
                let values = [
                    ("number", number.to_string().into()),
                    ("epochs", training.settings().epochs.to_string().into()),
                    ("taught", format!("{taught:.4}").into()),
                    ("tested", format!("{tested:.4}").into()),
                ];
                out.line(Words::english().format("cli-train-epoch", &values))?;
                out.flush()?;
                // A picture is no reason to lose the training.
                if let Err(error) = write_whole(&beside.curve, loss_curve(training.epochs()).as_bytes()) {
                    say_beside(&error.to_string());
                }
            }
            Step::Done => {
                line.end();
                return Ok(true);
            }
        }
        if aside.elapsed() >= LAID_ASIDE {
            write_whole(&beside.checkpoint, &training.checkpoint())?;
            aside = Instant::now();
        }
    }
}

/// What is known of a figure whose fifth place is chance.
fn rounded(figure: f64) -> f64 {
    (figure * 1e4).round() / 1e4
}

fn card(args: &TrainArgs, material: &Material, training: &Training<'_>, from: Option<&From>) -> Card {
    let stem = args.out.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Card {
        name: args.name.clone().unwrap_or(stem),
        rules: material.rules.clone(),
        generation: args.generation,
        from: from.map(|from| from.net.card().name.clone()).unwrap_or_default(),
        positions: material.teaching.len() as u64,
        epochs: args.epochs,
        loss: rounded(training.epochs().last().map_or(0.0, |epoch| epoch.tested)),
        blind_loss: rounded(training.blind_loss()),
        calibration: noted(training.calibration()),
        seed: args.seed,
        inputs: material.inputs.name(),
        ..Card::default()
    }
}
