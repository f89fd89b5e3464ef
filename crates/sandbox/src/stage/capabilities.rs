//! The capabilities of a namespace's `root`, kept across `exec` for the stages that need them and dropped by the last.

use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set, configure_capability_in_ambient_set,
    set_capabilities,
};

use super::wall::{Failed, Wall as _};

/// The capabilities that the stages need: to mount, to change the root, to set the host name, to mount `/proc`.
const NEEDED: CapabilitySet = CapabilitySet::SYS_ADMIN
    .union(CapabilitySet::SYS_CHROOT)
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::SETPCAP)
    .union(CapabilitySet::KILL);

/// Keeps them across the next `exec`, although the user is not root.
pub(super) fn keep() -> Result<(), Failed> {
    let now = capabilities(None).wall("capabilities")?;
    let sets = CapabilitySets { inheritable: NEEDED, ..now };
    set_capabilities(None, sets).wall("capabilities")?;
    for capability in NEEDED.iter() {
        configure_capability_in_ambient_set(capability, true).wall("capabilities")?;
    }
    Ok(())
}

/// Drops all of them.
pub(super) fn give_up() -> Result<(), Failed> {
    clear_ambient_capability_set().wall("capabilities")?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none }).wall("capabilities")
}
