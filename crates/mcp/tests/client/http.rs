//! Streamable HTTP, in both versions of the protocol, and servers that require authentication.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::http::{HeaderMap, StatusCode};
use axum::routing::any;
use mcp::client::ServerState;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData as McpError, ServerHandler};
use serde_json::json;
use task::agent::Tools;

use crate::rig::{call, offered, servers, state};

/// Adds two numbers, and counts the calls.
#[derive(Clone, Default)]
struct Adder {
    version: Option<ProtocolVersion>,
    calls: Arc<AtomicU32>,
}

impl ServerHandler for Adder {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        if let Some(version) = &self.version {
            info.protocol_version = version.clone();
        }
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, McpError> {
        let schema = json!({"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}});
        let schema = schema.as_object().cloned().unwrap();
        Ok(ListToolsResult::with_all_items(vec![Tool::new("add", "Adds two numbers", schema)]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let args = request.arguments.unwrap_or_default();
        let sum = args["a"].as_f64().unwrap() + args["b"].as_f64().unwrap();
        Ok(CallToolResult::success(vec![ContentBlock::text(sum.to_string())]).into())
    }
}

/// Serves it and returns the address.
async fn serve(adder: Adder, token: Option<&'static str>) -> String {
    let service = StreamableHttpService::new(
        move || Ok(adder.clone()),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    let mcp = axum::Router::new().fallback_service(service);
    let guard =
        axum::middleware::from_fn(move |headers: HeaderMap, request, next: axum::middleware::Next| async move {
            let given = headers.get("authorization").and_then(|value| value.to_str().ok());
            match token {
                Some(token) if given != Some(&format!("Bearer {token}")) => {
                    let challenge = [("www-authenticate", "Bearer resource_metadata=\"http://x/.well-known\"")];
                    axum::response::IntoResponse::into_response((StatusCode::UNAUTHORIZED, challenge))
                }
                _ => next.run(request).await,
            }
        });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, mcp.layer(guard)).await });
    format!("http://{address}/mcp")
}

#[tokio::test]
async fn both_versions_of_the_protocol_are_spoken_over_http() {
    for version in [ProtocolVersion::V_2026_07_28, ProtocolVersion::V_2025_11_25] {
        let adder = Adder { version: Some(version.clone()), ..Adder::default() };
        let url = serve(adder.clone(), Some("t0ken")).await;
        let entry = json!({"type": "http", "url": url, "headers": {"Authorization": "Bearer t0ken"}});
        let servers = servers(&json!({ "sums": entry }));
        let told = offered(&servers).await;
        assert_eq!(told.len(), 1, "{version}: {:?}", state(&servers));
        assert_eq!(told[0].name, "sums__add");
        assert_eq!(call(&servers, "sums__add", json!({"a": 2, "b": 3})).await, Ok("5".to_owned()), "{version}");
        assert_eq!(adder.calls.load(Ordering::Relaxed), 1);
        servers.close().await;
    }
}

#[tokio::test]
async fn a_server_that_wants_to_know_who_calls_is_told_with_what_to_do() {
    let check = async |url: String| {
        let servers = servers(&json!({"sums": {"url": url}}));
        assert!(offered(&servers).await.is_empty());
        let ServerState::Away { why, again } = state(&servers) else { panic!("{:?}", state(&servers)) };
        assert!(!again && why.contains("401") && why.contains("Authorization"), "{why}");
        assert!(servers.find("sums__add").is_none());
    };
    check(serve(Adder::default(), Some("t0ken")).await).await;
    // The same without a challenge.
    let bare = axum::Router::new().fallback(any(|| async { StatusCode::UNAUTHORIZED }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, bare).await });
    check(url).await;
}

#[tokio::test]
async fn an_address_where_nobody_listens_is_told_and_tried_again() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp?key=s3cret", listener.local_addr().unwrap());
    drop(listener);
    let servers = servers(&json!({"sums": {"url": url}}));
    assert!(offered(&servers).await.is_empty());
    let ServerState::Away { why, again } = state(&servers) else { panic!("{:?}", state(&servers)) };
    assert!(again && why.contains("no connection") && !why.contains("s3cret"), "{why}");
}
