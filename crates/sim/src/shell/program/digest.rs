//! `md5sum`, `sha1sum`, `sha256sum`.

use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::Sha256;

use super::Call;

pub(super) fn sum(call: &mut Call<'_>) -> i32 {
    let options = match call.options("bcs") {
        Ok(options) => options,
        Err(status) => return status,
    };
    for (name, bytes) in call.inputs(&options.operands) {
        let digest = match call.name {
            "md5sum" => hex(&Md5::digest(&bytes)),
            "sha1sum" => hex(&Sha1::digest(&bytes)),
            _ => hex(&Sha256::digest(&bytes)),
        };
        call.io.out(match options.has('b') {
            true => format!("{digest}\n"),
            false => format!("{digest}  {name}\n"),
        });
    }
    call.status
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
