//! Checks the fleet's server: whether it answers, is new enough, has JetStream, and has space left.

use super::Finding;
use crate::config::Config;
use crate::nats::{NatsOptions, limits};

/// Returns `None` if no fleet is configured.
pub(super) async fn look(options: &NatsOptions, config: &Config) -> Option<Finding> {
    const CHECK: &str = "fleet";
    let access = options.access(config)?;
    let looked = async {
        let fleet = fleet::Fleet::connect(&access, "doctor", limits(config)).await?;
        let (version, used, most) = fleet.server().await?;
        Ok::<_, fleet::FleetError>((version, used, most, fleet.workers().await?.len()))
    };
    Some(match looked.await {
        Ok((version, used, Some(most), _)) if used.saturating_mul(10) > most.saturating_mul(9) => {
            let message = format!("NATS {version} has used {used} of {most} bytes");
            Finding::warn(CHECK, message, "give JetStream more space, or wait until old records expire")
        }
        Ok((version, used, _, workers)) => {
            Finding::ok(CHECK, format!("NATS {version} answers, {workers} workers, {used} bytes used"))
        }
        Err(error) => Finding::fail(CHECK, error.to_string(), "fix that, or leave out --nats"),
    })
}
