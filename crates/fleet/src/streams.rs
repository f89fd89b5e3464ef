//! The streams and buckets of a fleet: created if they are missing, left unchanged if another program made them.

use std::time::Duration;

use async_nats::jetstream::kv::{self, Store};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, ErrorCode};

use crate::error::FleetError;
use crate::subject::{
    ALL_DEAD, ALL_EVENTS, ALL_RECORDS, ALL_TASKS, DEAD, EVENTS, PICTURES, PRESENCE, RECORDS, STATES, TASKS,
};

/// The smallest stream on a server with little room: a few hundred tasks.
const SMALLEST: i64 = 1 << 20;

/// Sizes and lifetimes. All processes of a fleet use the same.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long a worker may be silent before its task goes to another. An existing fleet keeps its own value.
    pub lease: Duration,
    /// How many tasks may wait and run at once.
    pub tasks: i64,
    /// The bytes of tasks.
    pub task_bytes: i64,
    /// The bytes of records.
    pub record_bytes: i64,
    /// The bytes of events; the oldest are dropped first.
    pub event_bytes: i64,
    /// The bytes of pictures.
    pub picture_bytes: i64,
    /// How long records and states are kept.
    pub kept: Duration,
    /// How many tasks a submitter may have waiting and running.
    pub quota: u64,
    /// How many tasks of a pool may run at once, per priority.
    pub concurrency: i64,
    /// How often a task is taken before workers give up.
    pub takes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // Long enough for a server restart, short enough that a task does not stall for minutes.
            lease: Duration::from_secs(30),
            tasks: 1_000_000,
            // A task has about three hundred bytes, and one of 64 KiB is still accepted.
            task_bytes: 512 << 20,
            // A planned task has about ten kilobytes.
            record_bytes: 4 << 30,
            event_bytes: 256 << 20,
            // A picture has about a hundred kilobytes.
            picture_bytes: 1 << 30,
            kept: Duration::from_secs(7 * 24 * 3600),
            quota: 100_000,
            // More phones than one pool will have. To limit a pool to fewer seats, set a smaller number.
            concurrency: 20_000,
            // A task that takes down ten workers takes down the eleventh too.
            takes: 10,
        }
    }
}

/// The open streams and buckets.
pub(crate) struct Streams {
    pub(crate) tasks: Stream,
    pub(crate) records: Stream,
    pub(crate) dead: Stream,
    pub(crate) presence: Store,
    pub(crate) states: Store,
    /// `None` if the server has no room for pictures.
    pub(crate) pictures: Option<ObjectStore>,
    /// The limits, with the lease of an existing fleet.
    pub(crate) limits: Limits,
}

/// Opens all of them.
pub(crate) async fn open(jetstream: &Context, limits: Limits, replicas: usize) -> Result<Streams, FleetError> {
    let common = |name: &str, subject: &str| Config {
        name: name.to_owned(),
        subjects: vec![subject.to_owned()],
        num_replicas: replicas,
        description: Some("Fingertip".to_owned()),
        ..Config::default()
    };
    let tasks = Config {
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        max_messages: limits.tasks,
        max_bytes: limits.task_bytes,
        ..common(TASKS, ALL_TASKS)
    };
    let records = Config {
        discard: DiscardPolicy::New,
        max_bytes: limits.record_bytes,
        max_age: limits.kept,
        ..common(RECORDS, ALL_RECORDS)
    };
    let events = Config { max_bytes: limits.event_bytes, max_age: limits.kept, ..common(EVENTS, ALL_EVENTS) };
    let dead = Config { max_bytes: limits.task_bytes, max_messages_per_subject: 1, ..common(DEAD, ALL_DEAD) };
    // The largest first: if there is little room, each takes its share of the rest.
    let records = stream(jetstream, records).await?;
    let tasks = stream(jetstream, tasks).await?;
    stream(jetstream, events).await?;
    let dead = stream(jetstream, dead).await?;
    let presence = bucket(jetstream, PRESENCE, limits.lease, replicas).await?;
    // The creator of the fleet chose the length of a lease. If two processes differed, one would still trust a lease
    // after the server had given the task to the other.
    let made_with = presence.stream.cached_info().config.max_age;
    let limits = Limits { lease: if made_with.is_zero() { limits.lease } else { made_with }, ..limits };
    let states = bucket(jetstream, STATES, limits.kept, replicas).await?;
    let pictures = pictures(jetstream, &limits, replicas).await;
    Ok(Streams { tasks, records, dead, presence, states, pictures, limits })
}

async fn stream(jetstream: &Context, mut wanted: Config) -> Result<Stream, FleetError> {
    let name = wanted.name.clone();
    let usual = wanted.max_bytes;
    let mut stream = loop {
        match jetstream.get_or_create_stream(wanted.clone()).await.map_err(|error| unmade(&name, &error)) {
            Ok(stream) => break stream,
            // A server reserves the maximum size of a stream. A small server gets a small fleet rather than none.
            Err(FleetError::Full(_)) if wanted.max_bytes / 4 >= SMALLEST => wanted.max_bytes /= 2,
            Err(error) => return Err(error),
        }
    };
    if wanted.max_bytes < usual {
        // Half of what just fitted is left for the later streams.
        wanted.max_bytes /= 2;
        tracing::warn!(name, bytes = wanted.max_bytes, "the server has little room, so this stream is small");
        jetstream.update_stream(wanted.clone()).await.map_err(FleetError::away)?;
        stream = jetstream.get_stream(&name).await.map_err(FleetError::away)?;
    }
    let found = &stream.cached_info().config;
    let differs = if found.subjects != wanted.subjects {
        Some(format!("it has the subjects {}, not {}", found.subjects.join(", "), wanted.subjects.join(", ")))
    } else if found.retention != wanted.retention {
        Some(format!("its retention is {:?}, not {:?}", found.retention, wanted.retention))
    } else if found.discard != wanted.discard {
        Some("it handles a full stream differently".to_owned())
    } else {
        None
    };
    differs.map_or(Ok(stream), |why| Err(FleetError::Foreign { name, why }))
}

/// Opens the store for pictures. A fleet works without it: pictures are only for viewers.
async fn pictures(jetstream: &Context, limits: &Limits, replicas: usize) -> Option<ObjectStore> {
    if let Ok(store) = jetstream.get_object_store(PICTURES).await {
        return Some(store);
    }
    let mut config = object_store::Config {
        bucket: PICTURES.to_owned(),
        description: Some("Fingertip".to_owned()),
        max_age: limits.kept,
        max_bytes: limits.picture_bytes,
        num_replicas: replicas,
        ..object_store::Config::default()
    };
    loop {
        match jetstream.create_object_store(config.clone()).await {
            Ok(store) => return Some(store),
            Err(error) if config.max_bytes / 4 < SMALLEST => {
                tracing::warn!(%error, "pictures will not be kept");
                return None;
            }
            Err(_) => config.max_bytes /= 4,
        }
    }
}

async fn bucket(jetstream: &Context, name: &str, age: Duration, replicas: usize) -> Result<Store, FleetError> {
    if let Ok(store) = jetstream.get_key_value(name).await {
        return Ok(store);
    }
    let config = kv::Config {
        bucket: name.to_owned(),
        description: "Fingertip".to_owned(),
        max_age: age,
        history: 1,
        num_replicas: replicas,
        ..kv::Config::default()
    };
    match jetstream.create_key_value(config).await {
        Ok(store) => Ok(store),
        // Another process was faster.
        Err(error) => jetstream.get_key_value(name).await.map_err(|_| FleetError::away(error)),
    }
}

fn unmade(name: &str, error: &async_nats::jetstream::context::CreateStreamError) -> FleetError {
    use async_nats::jetstream::context::CreateStreamErrorKind::JetStream;
    match error.kind() {
        JetStream(error) if error.error_code() == ErrorCode::STREAM_SUBJECT_OVERLAP => {
            let why = "another stream has its subjects".to_owned();
            FleetError::Foreign { name: name.to_owned(), why }
        }
        // A cluster words it differently: none of its servers has room.
        JetStream(error)
            if error.error_code() == ErrorCode::CLUSTER_NO_PEERS
                && error.to_string().contains("insufficient storage") =>
        {
            FleetError::Full(format!("there is no room to make `{name}`"))
        }
        JetStream(error)
            if [ErrorCode::STORAGE_RESOURCES_EXCEEDED, ErrorCode::INSUFFICIENT_RESOURCES]
                .contains(&error.error_code()) =>
        {
            FleetError::Full(format!("there is no room to make `{name}`"))
        }
        _ => FleetError::away(error),
    }
}
