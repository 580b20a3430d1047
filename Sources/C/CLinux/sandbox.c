#include "sandbox.h"

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int result(long returned) { return returned < 0 ? errno : 0; }

// Landlock, as in the kernel's include/uapi/linux/landlock.h. Debian 12's copy ends at version 2.

enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };

enum {
    execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2, read_folder = 1 << 3, remove_file = 1 << 5, make_folder = 1 << 7,
    make_file = 1 << 8, make_link = 1 << 12, all_of_version_1 = (1 << 13) - 1, refer = 1 << 13, truncate_file = 1 << 14,
    control_device = 1 << 15,
    // The rights that a rule for a file that is not a folder may grant.
    of_files = execute | write_file | read_file | truncate_file | control_device,
};

struct ruleset {
    uint64_t files, network, scopes;
};

int landlock_version(void) {
    long version = syscall(create_ruleset, NULL, 0, 1);
    return version < 0 ? 0 : (int)version;
}

// The file rights that the rules handle: those that the kernel knows.
static uint64_t known;

int landlock_create(bool network, int *rules) {
    int version = landlock_version();
    known = all_of_version_1 | (version >= 2 ? refer : 0) | (version >= 3 ? truncate_file : 0) | (version >= 5 ? control_device : 0);
    struct ruleset ruleset = {
        .files = known,
        .network = version >= 4 && !network ? 3 : 0,  // to bind and to connect
        .scopes = version >= 6 ? 3 : 0,  // abstract sockets, and signals, of processes outside
    };
    long descriptor = syscall(create_ruleset, &ruleset, sizeof ruleset, 0);
    *rules = (int)descriptor;
    return result(descriptor);
}

int landlock_allow(int rules, const char *path, landlock_access access) {
    static const uint64_t granted[] = {
        [LANDLOCK_READ] = read_file | read_folder,
        [LANDLOCK_RUN] = read_file | read_folder | execute,
        [LANDLOCK_WRITE] = read_file | read_folder | write_file | truncate_file | make_file | remove_file | control_device,
        [LANDLOCK_FOLDERS] = read_folder | make_folder | make_link,
    };
    // Follows symbolic links.
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : errno;
    struct stat status;
    bool is_folder = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
    struct {
        uint64_t rights;
        int32_t descriptor;
    } __attribute__((packed)) rule = {granted[access] & known & (is_folder ? ~0ULL : of_files), descriptor};
    int error = rule.rights == 0 ? 0 : result(syscall(add_rule, rules, 1, &rule, 0));
    // A file in memory without a name is not restricted, and can't have a rule.
    if (error == EBADFD) error = 0;
    close(descriptor);
    return error;
}

int landlock_enforce(int rules) {
    // Without this, only root may apply the rules.
    int error = result(prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL));
    return error != 0 ? error : result(syscall(restrict_self, rules, 0));
}

// seccomp: a program for the kernel's filter, which sees a system call's number and the values of its arguments.

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#else
#define NATIVE 0
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half of an argument: both architectures are little-endian.
#define LOAD_ARGUMENT(index) LOAD(args[index])
#define LOAD_UPPER_HALF(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]) + 4)
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
// Skips the next instructions unless the loaded value equals `value`.
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define UNLESS_SET(bits, skipped) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped)
#define UNLESS_ABOVE(value, skipped) BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, value, 0, skipped)

// The newest system call known to this code, mseal. Libraries cope with system calls that the kernel does not know.
enum { newest = 462, clone3 = 435, openat2 = 437, memfd_secret = 447, fchmodat2 = 452 };

// clone's flags for namespaces. Time namespaces are created only by unshare and clone3.
enum {
    namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET,
};

// The system calls that are refused with any arguments.
static const int starting_programs[] = {
    __NR_execve, __NR_execveat,
#ifdef __NR_fork
    __NR_fork, __NR_vfork,
#endif
};
static const int refused[] = {
    // Other processes.
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_process_madvise, __NR_kcmp, __NR_tkill, __NR_rt_sigqueueinfo,
    __NR_rt_tgsigqueueinfo, __NR_pidfd_open, __NR_pidfd_getfd, __NR_pidfd_send_signal, __NR_ioprio_set, __NR_migrate_pages,
    __NR_move_pages, __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_msgctl, __NR_mq_open, __NR_mq_unlink,
    // Watching files and folders, which Landlock does not control.
    __NR_inotify_init1, __NR_inotify_add_watch, __NR_fanotify_init, __NR_fanotify_mark,
#ifdef __NR_inotify_init
    __NR_inotify_init,
#endif
    // Changes of files by their paths, which Landlock does not control (before its version 3, nor truncation). Only files that Landlock has
    // allowed are open.
    __NR_truncate, __NR_fchmodat, fchmodat2, __NR_fchownat, __NR_setxattr, __NR_lsetxattr, __NR_removexattr, __NR_lremovexattr,
#ifdef __NR_chmod
    __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
#endif
    // Ways around this filter and Landlock.
    __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register, __NR_open_by_handle_at, __NR_name_to_handle_at,
    // Namespaces and mounts.
    __NR_unshare, __NR_setns, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_open_tree, __NR_move_mount, __NR_fsopen,
    __NR_fsconfig, __NR_fsmount, __NR_fspick, __NR_mount_setattr,
    // The kernel's keys, and large parts of the kernel in which vulnerabilities are found repeatedly.
    __NR_add_key, __NR_request_key, __NR_keyctl, __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_personality, memfd_secret,
#ifdef __NR_modify_ldt
    __NR_modify_ldt,
#endif
    // Calls that only root may make.
    __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot, __NR_swapon, __NR_swapoff, __NR_acct,
    __NR_quotactl, __NR_syslog, __NR_settimeofday, __NR_clock_settime, __NR_adjtimex, __NR_clock_adjtime, __NR_sethostname,
    __NR_setdomainname, __NR_vhangup,
};

enum { longest_program = 2 * (sizeof refused + sizeof starting_programs) / sizeof(int) + 160 };

struct program {
    struct sock_filter instructions[longest_program];
    unsigned short length;
};

static void append(struct program *program, const struct sock_filter *instructions, size_t size) {
    for (size_t index = 0; index < size / sizeof *instructions; index++) program->instructions[program->length++] = instructions[index];
}

// Refuses to open files in ways that Landlock does not consider as writing. Before its version 3, O_TRUNC alone truncates a file. With both
// bits of the access mode, a file is open for ioctl only, without any of Landlock's rights.
static void append_opening(struct program *program, int call, int flags) {
    struct sock_filter instructions[] = {
        UNLESS((unsigned)call, 8), LOAD_ARGUMENT(flags), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC),
        UNLESS(O_TRUNC, 1), REFUSE(EPERM), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE), UNLESS(O_ACCMODE, 1), REFUSE(EPERM), ALLOW,
    };
    append(program, instructions, sizeof instructions);
}

// Allows a call for this process only: its argument is 0 or this process's id. Other threads' ids are not known yet.
static void append_own(struct program *program, int call, int process) {
    struct sock_filter instructions[] = {
        UNLESS((unsigned)call, 6), LOAD_ARGUMENT(process), UNLESS(0, 1), ALLOW, UNLESS((unsigned)getpid(), 1), ALLOW, REFUSE(EPERM),
    };
    append(program, instructions, sizeof instructions);
}

// Returns whether this process may have real-time threads without a service's help. Trying is the only way to find out.
static bool may_be_real_time(void) {
    struct sched_param former, lowest = {1};
    int policy = sched_getscheduler(0);
    if (policy < 0 || sched_getparam(0, &former) != 0 || sched_setscheduler(0, SCHED_FIFO, &lowest) != 0) return false;
    return sched_setscheduler(0, policy, &former) == 0;
}

#define APPEND(program, ...) append(program, (struct sock_filter[]){__VA_ARGS__}, sizeof((struct sock_filter[]){__VA_ARGS__}))

int seccomp_refuse(bool programs, bool network) {
    if (NATIVE == 0) return ENOSYS;
    struct program program = {.length = 0};
    // Another architecture uses the same numbers for other calls.
    APPEND(&program, LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0), REFUSE(EPERM), LOAD(nr));
    // This also refuses x32, x86-64's other interface. A filter can't see the memory that clone3 and openat2 receive. If they are refused,
    // threads are started with clone, and files are opened with openat.
    APPEND(&program, UNLESS_ABOVE(newest, 1), REFUSE(ENOSYS), UNLESS(clone3, 1), REFUSE(ENOSYS), UNLESS(openat2, 1), REFUSE(ENOSYS));
    for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
        APPEND(&program, UNLESS((unsigned)refused[index], 1), REFUSE(EPERM));
    }
    if (!programs) {
        for (size_t index = 0; index < sizeof starting_programs / sizeof *starting_programs; index++) {
            APPEND(&program, UNLESS((unsigned)starting_programs[index], 1), REFUSE(EPERM));
        }
        // Allow threads, but no processes.
        APPEND(&program, UNLESS(__NR_clone, 4), LOAD_ARGUMENT(0), UNLESS_SET(CLONE_THREAD, 1), ALLOW, REFUSE(EPERM));
    } else {
        APPEND(&program, UNLESS(__NR_clone, 4), LOAD_ARGUMENT(0), UNLESS_SET(namespaces, 1), REFUSE(EPERM), ALLOW);
    }
#ifdef __NR_open
    append_opening(&program, __NR_open, 1);
#endif
    append_opening(&program, __NR_openat, 2);
    // The times of an open file may be changed, because such a call has no path.
    APPEND(&program, UNLESS(__NR_utimensat, 6), LOAD_ARGUMENT(1), UNLESS(0, 3), LOAD_UPPER_HALF(1), UNLESS(0, 1), ALLOW, REFUSE(EPERM));
    if (!network) {
        APPEND(&program, UNLESS(__NR_socket, 4), LOAD_ARGUMENT(0), UNLESS(AF_UNIX, 1), ALLOW, REFUSE(EAFNOSUPPORT));
    }
    // Signals to the process itself, such as abort's.
    unsigned own = (unsigned)getpid();
    APPEND(&program, UNLESS(__NR_kill, 4), LOAD_ARGUMENT(0), UNLESS(own, 1), ALLOW, REFUSE(EPERM));
    APPEND(&program, UNLESS(__NR_tgkill, 4), LOAD_ARGUMENT(0), UNLESS(own, 1), ALLOW, REFUSE(EPERM));
    // PipeWire makes its thread real-time by the thread's id. The filter then allows any other id too, but no lower priority.
    if (may_be_real_time()) {
        APPEND(&program, UNLESS(__NR_sched_setscheduler, 7), LOAD_ARGUMENT(1),
               BPF_STMT(BPF_ALU | BPF_AND | BPF_K, ~(unsigned)SCHED_RESET_ON_FORK), UNLESS(SCHED_FIFO, 1), ALLOW, UNLESS(SCHED_RR, 1),
               ALLOW, LOAD(nr));
    }
    // The process's own limits, priority and processors.
    static const int own_process[] = {
        __NR_prlimit64, __NR_sched_setscheduler, __NR_sched_setparam, __NR_sched_setattr, __NR_sched_setaffinity,
    };
    for (size_t index = 0; index < sizeof own_process / sizeof *own_process; index++) append_own(&program, own_process[index], 0);
    // A group's or a user's priority also applies to other processes.
    APPEND(&program, UNLESS(__NR_setpriority, 4), LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PRIO_PROCESS, 1, 0),
           REFUSE(EPERM), LOAD(nr));
    append_own(&program, __NR_setpriority, 1);
    // No signals to other processes through a descriptor's owner.
    APPEND(&program, UNLESS(__NR_fcntl, 16), LOAD_ARGUMENT(1), UNLESS(F_NOTIFY, 1), REFUSE(EPERM), UNLESS(F_SETLEASE, 1), REFUSE(EPERM), UNLESS(F_SETOWN, 1), REFUSE(EPERM), UNLESS(F_SETOWN_EX, 1), REFUSE(EPERM),
           UNLESS(F_SETSIG, 1), REFUSE(EPERM), UNLESS(F_SETFL, 3), LOAD_ARGUMENT(2), UNLESS_SET(O_ASYNC, 1), REFUSE(EPERM), ALLOW);
    // The same through ioctl, and no typing into the terminal from which it was started.
    static const unsigned controls[] = {FIOASYNC, FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX};
    APPEND(&program, UNLESS(__NR_ioctl, 1 + 2 * sizeof controls / sizeof *controls), LOAD_ARGUMENT(1));
    for (size_t index = 0; index < sizeof controls / sizeof *controls; index++) APPEND(&program, UNLESS(controls[index], 1), REFUSE(EPERM));
    APPEND(&program, ALLOW);
    APPEND(&program, ALLOW);
    struct sock_fprog filter = {program.length, program.instructions};
    int error = result(prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL));
    if (error != 0) return error;
    long returned = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    // A thread that already has its own filter would keep it.
    return returned > 0 ? EBUSY : result(returned);
}
