//! One MCP session, or one request of a version without sessions: identifies the caller, runs the tool, reports
//! progress.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::request::Parts;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use super::call::Call;
use super::catalogue::{TOOLS, described};
use super::clients::{Agent, InSession};
use super::shared::Shared;
use super::{prompts, questions, resources};

/// The instructions for an agent before it begins.
const INSTRUCTIONS: &str = "\
Phones, a desktop where people watch and answer, and tasks. \
See a phone with phone_observe (numbered elements), act on it with phone_act (by number, text or point); each act \
shows the next screen. Or describe the goal in words: `do`. Whatever needs a person's approval is asked on their \
desktop; the call waits. Show things and ask people with desktop_apply, hear them with desktop_wait_event.";

/// One session.
pub(super) struct Handler {
    shared: Arc<Shared>,
    /// The calls that wait for their programs to come back.
    pending: Arc<questions::Pending>,
    subscriptions: resources::Subscriptions,
    /// The agent of the session, if it is a session.
    agent: Mutex<Option<String>>,
}

impl Handler {
    pub(super) fn new(shared: &Arc<Shared>, pending: &Arc<questions::Pending>) -> Self {
        Self {
            shared: Arc::clone(shared),
            pending: Arc::clone(pending),
            subscriptions: resources::Subscriptions::default(),
            agent: Mutex::default(),
        }
    }

    /// Returns the caller, which the endpoint has put on every request.
    fn agent(&self, context: &RequestContext<RoleServer>) -> Result<String, ErrorData> {
        let parts = context.extensions.get::<Parts>();
        let agent = parts.and_then(|parts| parts.extensions.get::<Agent>());
        let Some(Agent(agent)) = agent else {
            return Err(ErrorData::internal_error("the caller is unknown", None));
        };
        // Not by `notifications/initialized`: a program's first call may overtake it.
        if parts.is_some_and(|parts| parts.extensions.get::<InSession>().is_some()) {
            let mut known = self.agent.lock().unwrap_or_else(PoisonError::into_inner);
            if known.is_none() {
                self.shared.session_begins(agent);
                *known = Some(agent.clone());
            }
        }
        Ok(agent.clone())
    }
}

impl Drop for Handler {
    /// Ends a session. A single request of a version without sessions is not one: there the phone becomes free after a
    /// while.
    fn drop(&mut self) {
        if let Some(agent) = self.agent.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            self.shared.session_ended(&agent);
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_resources_subscribe()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("fingertip", env!("CARGO_PKG_VERSION")).with_title("Fingertip"))
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }

    async fn on_initialized(&self, context: rmcp::service::NotificationContext<RoleServer>) {
        let name = context.peer.peer_info().map(|info| info.client_info.name.clone());
        let name: String = name.unwrap_or_default().chars().take(60).filter(|c| !c.is_control()).collect();
        tracing::info!(client = name, "an MCP client is connected");
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(described().to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        described().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let agent = self.agent(&context)?;
        let Some(entry) = TOOLS.iter().find(|entry| entry.name == request.name) else {
            let name: String = request.name.chars().take(60).collect();
            return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None));
        };
        let mode = questions::ElicitationMode::of(&self.shared, &agent, &context);
        if let Some(handle) = &request.request_state {
            return questions::go_on(&self.pending, &agent, handle, request.input_responses, &context, mode).await;
        }
        let call = Arc::new(Call::new(&self.shared, agent, &context));
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let running = tokio::spawn((entry.run)(arguments, Arc::clone(&call)));
        questions::wait_for_call(&self.pending, call, running, &context, mode).await
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(&request.name, request.arguments.as_ref()).map(GetPromptResponse::from)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let agent = self.agent(&context)?;
        Ok(ListResourcesResult::with_all_items(resources::list(&self.shared, &agent).await))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let agent = self.agent(&context)?;
        resources::read(&self.shared, &agent, &request.uri).await.map(ReadResourceResponse::from)
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let agent = self.agent(&context)?;
        self.subscriptions.add(&self.shared, &agent, &request.uri, context.peer).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscriptions.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let mut accepted = SubscriptionFilter::default();
        accepted.resource_subscriptions.clone_from(&requested.resource_subscriptions);
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        resources::listen(&self.shared, context).await
    }
}
