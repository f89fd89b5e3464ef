//! The system call filter: a list of the calls that ordinary programs need. All others appear not to exist, so that
//! programs fall back to the allowed ones: no namespaces, no mounts, no tracing, no `io_uring`, no keys, only local
//! sockets.
//!
//! An allowlist, because a denylist would be bypassed by the processor's other numbering (x32) and by new calls of the
//! next kernel.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Op, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

use super::wall::{Failed, Wall as _};

const WALL: &str = "system calls";

/// The calls of every processor.
const ALLOWED: &[c_long] = &[
    // Files.
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_getdents64,
    libc::SYS_readlinkat,
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_truncate,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_sync_file_range,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_umask,
    libc::SYS_flock,
    libc::SYS_fcntl,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_copy_file_range,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_getcwd,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
    libc::SYS_memfd_create,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_rm_watch,
    // Waiting.
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    libc::SYS_signalfd4,
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_restart_syscall,
    // Memory.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_msync,
    libc::SYS_mincore,
    libc::SYS_mlock,
    libc::SYS_munlock,
    libc::SYS_membarrier,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_get_mempolicy,
    // Processes of its own.
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_kill,
    libc::SYS_tgkill,
    libc::SYS_tkill,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_setpgid,
    libc::SYS_getsid,
    libc::SYS_setsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setreuid,
    libc::SYS_setregid,
    libc::SYS_capget,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_rseq,
    libc::SYS_prctl,
    libc::SYS_prlimit64,
    libc::SYS_getrlimit,
    libc::SYS_setrlimit,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_getpriority,
    libc::SYS_setpriority,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_getcpu,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    // Signals and time.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sigaltstack,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_timer_create,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
    libc::SYS_getrandom,
    // Operations on local sockets.
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_connect,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
    libc::SYS_sendto,
    libc::SYS_recvfrom,
    libc::SYS_sendmsg,
    libc::SYS_recvmsg,
    libc::SYS_sendmmsg,
    libc::SYS_recvmmsg,
    libc::SYS_setsockopt,
    libc::SYS_getsockopt,
    libc::SYS_shutdown,
];

/// Older equivalents, which only some processors have.
#[cfg(target_arch = "x86_64")]
const OLD: &[c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_getdents,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_inotify_init,
    libc::SYS_alarm,
    libc::SYS_pause,
    libc::SYS_time,
    libc::SYS_getpgrp,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[c_long] = &[];

/// Every kind of new namespace.
const NAMESPACES: i32 = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Installs the filter, for this process and its descendants.
pub(super) fn filter() -> Result<(), Failed> {
    let program = program()?;
    apply_filter(&program).wall(WALL)
}

fn program() -> Result<BpfProgram, Failed> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        ALLOWED.iter().chain(OLD).map(|call| (*call, Vec::new())).collect();
    let mut only = |call: c_long, any: Vec<SeccompRule>| drop(rules.insert(call, any));
    // A new process, but no new namespace. `clone3` hides its flags from filters; programs without it use `clone`.
    let plain = condition(0, Op::MaskedEq(u64::from(NAMESPACES.unsigned_abs())), 0)?;
    only(libc::SYS_clone, vec![rule(vec![plain])?]);
    for call in [libc::SYS_socket, libc::SYS_socketpair] {
        let local = condition(0, Op::Eq, u64::from(libc::AF_UNIX.unsigned_abs()))?;
        only(call, vec![rule(vec![local])?]);
    }
    // No input may be injected into a terminal.
    let not = |request: u64| condition(1, Op::Ne, request);
    only(libc::SYS_ioctl, vec![rule(vec![not(libc::TIOCSTI)?, not(libc::TIOCLINUX)?, not(libc::TIOCSETD)?])?]);
    // The ordinary persona, or a query for it; none that disables protections.
    let persona = |value: u64| rule(vec![condition(0, Op::Eq, value)?]);
    only(libc::SYS_personality, vec![persona(0)?, persona(0xffff_ffff)?]);
    let arch: TargetArch = std::env::consts::ARCH.try_into().wall(WALL)?;
    let gone = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let filter = SeccompFilter::new(rules, gone, SeccompAction::Allow, arch).wall(WALL)?;
    filter.try_into().wall(WALL)
}

fn condition(argument: u8, op: Op, value: u64) -> Result<SeccompCondition, Failed> {
    SeccompCondition::new(argument, Length::Dword, op, value).wall(WALL)
}

fn rule(all: Vec<SeccompCondition>) -> Result<SeccompRule, Failed> {
    SeccompRule::new(all).wall(WALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_can_be_made() {
        assert!(program().is_ok_and(|program| program.len() > ALLOWED.len()));
    }

    #[test]
    fn what_opens_a_wall_is_not_in_the_list() {
        let shut = [
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_pivot_root,
            libc::SYS_chroot,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_clone3,
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_pidfd_getfd,
            libc::SYS_kcmp,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_io_uring_setup,
            libc::SYS_userfaultfd,
            libc::SYS_keyctl,
            libc::SYS_add_key,
            libc::SYS_request_key,
            libc::SYS_open_by_handle_at,
            libc::SYS_mknodat,
            libc::SYS_init_module,
            libc::SYS_finit_module,
            libc::SYS_kexec_load,
            libc::SYS_reboot,
            libc::SYS_syslog,
            libc::SYS_setdomainname,
            libc::SYS_sethostname,
            libc::SYS_swapon,
            libc::SYS_acct,
            libc::SYS_quotactl,
            libc::SYS_fsopen,
            libc::SYS_move_mount,
            libc::SYS_open_tree,
            libc::SYS_mount_setattr,
        ];
        shut.iter().for_each(|call| assert!(!ALLOWED.contains(call) && !OLD.contains(call), "{call}"));
    }
}
