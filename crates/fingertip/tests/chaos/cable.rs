//! The cable: a TCP proxy between the program and the phone that can be cut, stalled, slowed, garbled and half closed.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// The current behaviour of the cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CableCondition {
    /// Everything passes.
    Whole,
    /// Connections end, and new ones end at once.
    Cut,
    /// Bytes wait until the cable is whole again.
    Stalled,
    /// Each chunk is late by so many milliseconds.
    Late(u64),
}

#[derive(Debug)]
struct State {
    condition: CableCondition,
    /// After this many more bytes, every connection ends, in the middle of whatever is under way.
    cut_after: Option<usize>,
    /// Whether the next chunk gets a wrong byte.
    garble: bool,
    /// Both ends of every connection.
    ends: Vec<(u64, TcpStream, TcpStream)>,
    /// Connections that lost bytes and cannot recover.
    hurt: Vec<u64>,
    next: u64,
}

/// A proxy in front of one phone.
#[derive(Clone)]
pub(crate) struct Cable {
    pub(crate) address: SocketAddr,
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl Cable {
    /// Connects a healthy cable to the phone at `phone`.
    pub(crate) fn to(phone: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = State {
            condition: CableCondition::Whole,
            cut_after: None,
            garble: false,
            ends: Vec::new(),
            hurt: Vec::new(),
            next: 0,
        };
        let cable = Self { address, shared: Arc::new((Mutex::new(state), Condvar::new())) };
        let (accepting, phone) = (cable.clone(), phone.to_owned());
        std::thread::spawn(move || {
            for host in listener.incoming().flatten() {
                accepting.join(host, &phone);
            }
        });
        cable
    }

    /// Changes the behaviour of the cable; a cut ends all open connections.
    pub(crate) fn set(&self, condition: CableCondition) {
        let mut state = self.shared.0.lock().unwrap();
        state.condition = condition;
        if condition == CableCondition::Cut {
            end_all(&mut state);
        }
        drop(state);
        self.shared.1.notify_all();
    }

    /// Ends every connection after this many more bytes.
    pub(crate) fn cut_after(&self, bytes: usize) {
        self.shared.0.lock().unwrap().cut_after = Some(bytes);
    }

    /// Corrupts one byte of the next chunk.
    pub(crate) fn garble(&self) {
        self.shared.0.lock().unwrap().garble = true;
    }

    /// Closes one direction of every connection: towards the phone with `to_phone`, else towards the program.
    pub(crate) fn half_close(&self, to_phone: bool) {
        let mut state = self.shared.0.lock().unwrap();
        for (_, host, phone) in &state.ends {
            _ = if to_phone { phone } else { host }.shutdown(Shutdown::Write);
        }
        let hurt: Vec<u64> = state.ends.iter().map(|(id, ..)| *id).collect();
        state.hurt.extend(hurt);
    }

    /// Repairs the cable: connections that lost bytes end, the others continue.
    pub(crate) fn heal(&self) {
        let mut state = self.shared.0.lock().unwrap();
        state.condition = CableCondition::Whole;
        (state.cut_after, state.garble) = (None, false);
        let hurt = std::mem::take(&mut state.hurt);
        state.ends.retain(|(id, host, phone)| {
            let lost = hurt.contains(id);
            if lost {
                _ = host.shutdown(Shutdown::Both);
                _ = phone.shutdown(Shutdown::Both);
            }
            !lost
        });
        drop(state);
        self.shared.1.notify_all();
    }

    fn join(&self, host: TcpStream, phone: &str) {
        let mut state = self.shared.0.lock().unwrap();
        if state.condition == CableCondition::Cut {
            return;
        }
        let Ok(phone) = TcpStream::connect(phone) else { return };
        _ = host.set_nodelay(true);
        _ = phone.set_nodelay(true);
        let copy = |stream: &TcpStream| stream.try_clone().unwrap();
        let id = state.next;
        state.next += 1;
        state.ends.push((id, copy(&host), copy(&phone)));
        drop(state);
        for (from, to) in [(copy(&host), copy(&phone)), (phone, host)] {
            let cable = self.clone();
            std::thread::spawn(move || cable.carry(id, from, to));
        }
    }

    /// Carries one direction of a connection until it ends.
    fn carry(&self, id: u64, mut from: TcpStream, mut to: TcpStream) {
        let mut bytes = vec![0; 16 << 10];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            let Some((late, count)) = self.pass(id, &mut bytes[..count]) else { break };
            if late > 0 {
                std::thread::sleep(Duration::from_millis(late));
            }
            if to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        // Passes the end of one direction on; the other may continue.
        _ = to.shutdown(Shutdown::Write);
        let mut state = self.shared.0.lock().unwrap();
        if state.condition == CableCondition::Cut || state.cut_after == Some(0) {
            state.ends.retain(|(other, ..)| *other != id);
        }
    }

    /// Decides what happens to a chunk: its delay, and how many of its bytes pass. `None` ends the connection.
    fn pass(&self, id: u64, chunk: &mut [u8]) -> Option<(u64, usize)> {
        let state = self.shared.0.lock().unwrap();
        let mut state = self.shared.1.wait_while(state, |state| state.condition == CableCondition::Stalled).unwrap();
        if state.condition == CableCondition::Cut {
            return None;
        }
        if std::mem::take(&mut state.garble) {
            let middle = chunk.len() / 2;
            chunk[middle] ^= 0x55;
            state.hurt.push(id);
        }
        let mut count = chunk.len();
        if let Some(left) = state.cut_after {
            state.cut_after = Some(left.saturating_sub(count));
            if left < count {
                count = left;
                // The bytes before the cut still arrive; the ends close after them.
                let ends = state
                    .ends
                    .iter()
                    .find(|(other, ..)| *other == id)
                    .map(|(_, host, phone)| (host.try_clone().unwrap(), phone.try_clone().unwrap()));
                state.cut_after = None;
                if let Some((host, phone)) = ends {
                    std::thread::spawn(move || {
                        std::thread::sleep(Duration::from_millis(1));
                        _ = host.shutdown(Shutdown::Both);
                        _ = phone.shutdown(Shutdown::Both);
                    });
                }
                state.ends.retain(|(other, ..)| *other != id);
            }
        }
        let late = if let CableCondition::Late(late) = state.condition { late } else { 0 };
        Some((late, count))
    }
}

fn end_all(state: &mut State) {
    for (_, host, phone) in state.ends.drain(..) {
        _ = host.shutdown(Shutdown::Both);
        _ = phone.shutdown(Shutdown::Both);
    }
    state.hurt.clear();
}
