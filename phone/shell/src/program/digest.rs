//! `md5sum`, `sha1sum`, `sha256sum` and similar programs.

use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

use super::call::Call;

pub(super) fn sum(call: &mut Call<'_>) -> i32 {
    let options = match call.options("bcs") {
        Ok(options) => options,
        Err(status) => return status,
    };
    if options.has('c') {
        return check(call, &options.operands);
    }
    for (name, bytes) in call.inputs(&options.operands) {
        let digest = digest(call.name, &bytes);
        call.io.out(match options.has('b') {
            true => format!("{digest}\n"),
            false => format!("{digest}  {name}\n"),
        });
    }
    call.status
}

/// `uuidgen`: a random UUID (version 4), seeded from the simulated clock and the script's steps so far.
pub(super) fn uuidgen(call: &mut Call<'_>) -> i32 {
    if let Err(status) = call.options("r") {
        return status;
    }
    let budget = &call.shell.budget;
    let seed = format!("{} {} {}", call.io.now_ms, budget.steps, budget.traffic);
    call.shell.budget.charge(1);
    let digits: Vec<char> = hex(&Sha256::digest(seed.as_bytes())).chars().collect();
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default().iter().collect::<String>();
    let (a, b, c, d, e) = (part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32));
    call.print(format!("{a}-{b}-4{c}-8{d}-{e}\n"))
}

fn digest(program: &str, bytes: &[u8]) -> String {
    match program {
        "md5sum" => hex(&Md5::digest(bytes)),
        "sha1sum" => hex(&Sha1::digest(bytes)),
        "sha224sum" => hex(&Sha224::digest(bytes)),
        "sha384sum" => hex(&Sha384::digest(bytes)),
        "sha512sum" => hex(&Sha512::digest(bytes)),
        _ => hex(&Sha256::digest(bytes)),
    }
}

/// `-c`: checks files against a list of digests.
fn check(call: &mut Call<'_>, operands: &[String]) -> i32 {
    for (_, bytes) in call.inputs(operands) {
        for line in String::from_utf8_lossy(&bytes).lines() {
            let Some((expected, name)) = line.split_once("  ") else { continue };
            let Some(bytes) = call.read(name) else { continue };
            let same = digest(call.name, &bytes) == expected;
            call.io.out(format!("{name}: {}\n", if same { "OK" } else { "FAILED" }));
            call.status |= i32::from(!same);
        }
    }
    call.status
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
