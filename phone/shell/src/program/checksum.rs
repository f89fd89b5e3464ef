//! `cksum` and `crc32`: the checksums of POSIX and of zip files.

use super::call::Call;

/// The polynomial of both checksums, highest power first.
const POLYNOMIAL: u32 = 0x04c1_1db7;

pub(super) fn cksum(call: &mut Call<'_>) -> i32 {
    let options = match call.options("HILPN") {
        Ok(options) => options,
        Err(status) => return status,
    };
    let crc32 = call.name == "crc32";
    let reflected = crc32 || options.has('L');
    for (name, bytes) in call.inputs(&options.operands) {
        call.shell.budget.charge(bytes.len());
        let mut sum = if crc32 || options.has('P') { u32::MAX } else { 0 };
        sum = bytes.iter().fold(sum, |sum, byte| step(sum, *byte, reflected));
        if !crc32 && !options.has('N') {
            let mut length = bytes.len();
            while length > 0 {
                sum = step(sum, (length & 255) as u8, reflected);
                length >>= 8;
            }
        }
        if crc32 || !options.has('I') {
            sum = !sum;
        }
        let mut line = if crc32 || options.has('H') { format!("{sum:08x}") } else { sum.to_string() };
        if !crc32 && !options.has('N') {
            line.push_str(&format!(" {}", bytes.len()));
        }
        if name != "-" && (!crc32 || options.operands.len() > 1) {
            line.push_str(&format!(" {name}"));
        }
        call.io.out(format!("{line}\n"));
    }
    call.status
}

fn step(sum: u32, byte: u8, reflected: bool) -> u32 {
    if reflected {
        let mut sum = sum ^ u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ POLYNOMIAL.reverse_bits() } else { sum >> 1 };
        }
        return sum;
    }
    let mut sum = sum ^ (u32::from(byte) << 24);
    for _ in 0..8 {
        sum = if sum >> 31 == 1 { (sum << 1) ^ POLYNOMIAL } else { sum << 1 };
    }
    sum
}
