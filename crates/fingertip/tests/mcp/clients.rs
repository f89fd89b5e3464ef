//! The Python SDK and FastMCP's client: both transports, both protocol versions.

use std::process::Stdio;
use std::time::Instant;

use crate::absent;
use crate::door::{NEWEST, OLDER};
use crate::rig::{PATIENCE, World, binary};

/// Runs a scenario of `tests/clients/with_mcp.py` against its own world for each way of connecting, in the environment
/// that `cargo xtask setup` creates and `cargo xtask test` names in `FINGERTIP_CLIENTS_PYTHON`.
#[track_caller]
fn check(scenario: &str, ways: &[[&str; 3]]) {
    let Ok(python) = std::env::var("FINGERTIP_CLIENTS_PYTHON") else {
        absent::skipped("Python with the clients");
        return;
    };
    for way in ways {
        let world = World::new();
        run(&world, &python, scenario, way);
    }
}

fn run(world: &World, python: &str, scenario: &str, way: &[&str; 3]) {
    let script = format!("{}/tests/clients/with_mcp.py", env!("CARGO_MANIFEST_DIR"));
    let mut child = binary::alone(python)
        .arg(script)
        .arg(scenario)
        .args(way)
        .env("FINGERTIP_MCP", world.place().to_string())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Reads its output meanwhile, so that it never blocks on the pipe; a hanging script ends by its own limits.
    let began = Instant::now();
    let mut err = child.stderr.take().unwrap();
    let errors = std::thread::spawn(move || std::io::read_to_string(&mut err).unwrap_or_default());
    let out = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    let status = child.wait().unwrap();
    let said = out + &errors.join().unwrap();
    assert!(status.success() && said.contains(": ok"), "{scenario} {way:?}: {said}");
    assert!(began.elapsed() < 4 * PATIENCE, "{scenario} {way:?} took too long");
}

#[test]
fn the_python_sdk_walks_over_http() {
    check("walk", &[["sdk", "http", OLDER], ["sdk", "http", NEWEST]]);
}

#[test]
fn the_python_sdk_walks_over_stdio() {
    check("walk", &[["sdk", "stdio", OLDER], ["sdk", "stdio", NEWEST]]);
}

#[test]
fn fastmcp_walks_over_http() {
    check("walk", &[["fastmcp", "http", OLDER], ["fastmcp", "http", NEWEST]]);
}

#[test]
fn fastmcp_walks_over_stdio() {
    check("walk", &[["fastmcp", "stdio", OLDER], ["fastmcp", "stdio", NEWEST]]);
}

#[test]
fn what_the_gate_asks_is_answered_by_people() {
    check("gate", &[["sdk", "http", OLDER], ["fastmcp", "stdio", NEWEST]]);
}

#[test]
fn elicitation_counts_where_the_person_said_so_and_never_for_what_is_always_asked() {
    check("elicitation", &[["sdk", "http", OLDER], ["sdk", "http", NEWEST]]);
    check("elicitation", &[["fastmcp", "stdio", OLDER], ["fastmcp", "stdio", NEWEST]]);
}

#[test]
fn an_agent_sees_its_own_tasks_and_chooses_among_what_is_configured() {
    check("apart", &[["sdk", "http", OLDER], ["fastmcp", "stdio", NEWEST]]);
}

#[test]
fn a_person_takes_the_phone_over_from_an_agent() {
    check("takeover", &[["sdk", "http", NEWEST], ["sdk", "stdio", OLDER]]);
}

#[test]
fn the_end_of_a_session_frees_the_phone_and_lets_locks_fall() {
    check("leaving", &[["sdk", "http", OLDER], ["sdk", "http", NEWEST]]);
    check("leaving", &[["sdk", "stdio", OLDER], ["sdk", "stdio", NEWEST]]);
}

#[test]
fn an_agent_is_shown_no_secrets() {
    check("secrets", &[["sdk", "http", NEWEST], ["sdk", "stdio", OLDER]]);
}

#[test]
fn files_go_both_ways_with_the_persons_yes() {
    check("files", &[["sdk", "http", NEWEST]]);
}

/// The server restarts at the same address, or the session is lost: a client that reconnects is served.
#[test]
fn a_client_connects_again_after_a_restart() {
    let Ok(python) = std::env::var("FINGERTIP_CLIENTS_PYTHON") else {
        absent::skipped("Python with the clients");
        return;
    };
    let mut world = World::new();
    for way in [["sdk", "http", OLDER], ["sdk", "http", NEWEST]] {
        run(&world, &python, "begins", &way);
        world.restart();
        run(&world, &python, "comes_back", &way);
    }
}
