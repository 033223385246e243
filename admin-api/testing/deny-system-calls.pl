# Runs a command under a seccomp filter in which the given system calls fail with EPERM, as SystemCallFilter= of systemd
# does. Usage: perl deny-system-calls.pl NUMBER_OF_PRCTL NUMBER,NUMBER,... COMMAND ARGUMENT ...
use strict;
my ($prctl, $denied, @command) = @ARGV;
my @denied = split /,/, $denied;
my ($load, $equal, $return) = (0x20, 0x15, 0x06);
my ($allow, $eperm) = (0x7fff0000, 0x00050001);
my @filter = ([$load, 0, 0, 0]);
push @filter, [$equal, @denied - $_, 0, $denied[$_]] for 0 .. $#denied;
push @filter, [$return, 0, 0, $allow], [$return, 0, 0, $eperm];
my $instructions = join '', map { pack 'SCCL', @$_ } @filter;
my $program = pack 'S x![P] P', scalar @filter, $instructions;
my ($no_new_privileges, $seccomp, $filter_mode) = (38, 22, 2);
syscall($prctl, $no_new_privileges, 1, 0, 0, 0) == 0 or die "no_new_privs: $!";
syscall($prctl, $seccomp, $filter_mode, $program, 0, 0) == 0 or die "seccomp: $!";
exec @command or die "$command[0]: $!";
