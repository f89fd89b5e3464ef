//! Plans words without carrying them out: the planner's plan, otherwise a model's.
//!
//! For callers that want to see a plan first. A task makes its own plan, with the person's last words in mind.

use action::plan::ActionPlan;
use device::{DeviceError, Observer, Reading};
use jiff::tz::TimeZone;
use model::Model;
use planner::{Dialogue, Index, Turn};

use crate::clock::Clock;
use crate::mind::planner;
use crate::model_plan::plan_by_model;
use crate::settings::Settings;

/// Plans these words with the people, apps and time of this phone. Asks the model, if there is one, for words that the
/// grammar does not cover.
pub async fn plan_words(
    device: &dyn Observer,
    model: Option<&dyn Model>,
    clock: &dyn Clock,
    utterance: &str,
    settings: &Settings,
) -> Result<Option<ActionPlan>, DeviceError> {
    let Some(planner) = planner() else { return Ok(None) };
    let index = Index::new(device.directory().await?);
    let said = device.read(&Reading::Time).await?;
    // Without the offset: the phone's local time counts.
    let told = said.trim().get(..19).and_then(|told| told.parse().ok());
    let now = told.unwrap_or_else(|| clock.time().to_zoned(TimeZone::system()).datetime());
    let turn = Turn { utterance, directory: &index, now, always_confirm: settings.always_confirm };
    let outcome = planner.plan(&turn, &Dialogue::default());
    let mut plan = outcome.plan;
    if let Some(model) = model.filter(|_| !outcome.covered && !utterance.trim().is_empty()) {
        match plan_by_model(model, utterance, index.directory(), now, settings, clock).await {
            Ok(better) => plan = better,
            Err(error) => tracing::info!("no plan from the model: {error}"),
        }
    }
    plan.metadata.device = Some(device.id().to_owned());
    Ok(Some(plan))
}
