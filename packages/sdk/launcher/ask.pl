# Asks a process of the hook that stays: perl -f -C0 ask.pl FOLDER SECONDS EVENT LAUNCHER, with the launcher's stderr as
# descriptor 3. No modules are loaded, which would take longer than all else.
#
# Exit codes, and what is on stdout:
#   3   No process accepted the call, and stdin was not read: the process's name, and its proof and id if there is one.
#       Without a name if a process must not be started.
#   4   The same, after a part of a second.
#   5   The call must be denied: why.
#   10  The hook has answered: its document, or "none".
# If Perl cannot read or compile this file, it exits with 0, 2, 13 or 255, and stdin was not read.

my ($folder, $seconds, $event, $launcher) = @ARGV;
# The process: where it is found, what only it can answer with, its id, and when it started.
my ($name, $proof, $pid, $started) = ("");
# Whether the process may have a part of the call.
my $is_sent = 0;
# Why no process accepted the call, as one word.
my $why = "first";
# The seconds that are left for the process to accept the call, and then to answer it. It answers one call at a time.
my $left = 0.3;
# As Linux counts them.
my ($EINTR, $EAGAIN, $UNIX, $STREAM, $SET_FLAGS, $NONBLOCK) = (4, 11, 1, 1, 4, 2048);

sub main {
  binmode STDIN;
  binmode STDOUT;
  $SIG{PIPE} = "IGNORE";

  my $socket = eval { accepted() };
  if (!$socket) {
    my $is_late = $@ eq "late\n";
    $why = "late" if $is_late;
    $name = "" if $is_late ? !end_stopped() : is_full();
    note($why);
    finish($is_late ? 4 : 3, $name eq "" ? "" : join " ", grep { defined } $name, $proof, $pid);
  }
  eval { answer($socket); 1 } or do {
    my $is_late = $@ eq "late\n";
    # Nothing else would end a handler in an endless loop.
    end_process() if $is_late && $is_sent;
    note("failed");
    finish(5, $is_late ? "the hook did not end within $seconds s" : "the hook ended without a whole answer");
  };
}

# Returns a connection to the process if it accepts a call with this environment. The name only finds the process. The
# process itself compares everything.
sub accepted {
  my $environment = contents("/proc/self/environ");
  my @entries = split /\0/, $environment;
  $name = hash_of(grep { /^AGENT_HOOK_RESIDENT_FOR=/ } @entries);
  # Which variables make a difference, as the last process for this folder, host and command has written it.
  my ($sign, $pattern) = own_contents("$folder/$name.variables") =~ /\A([+-]) (.+)\n\z/ or return;
  my $is_only = $sign eq "+";
  $name .= "-" . hash_of(join "\0", sort grep { /$pattern/ ? $is_only : !$is_only } @entries);
  # The proof is what only the process itself can answer with.
  ($proof, $pid, $started) = own_contents("$folder/$name.key") =~ /\A([0-9a-f]{32}) ([0-9]+) ([0-9]+)\n\z/ or return;
  $why = "gone";
  # Elsewhere, the launcher's id is that of another process.
  my $namespace = readlink "/proc/self/ns/pid" or return;
  socket my $connection, $UNIX, $STREAM, 0 or return;
  # While too many others connect, this would wait without a limit.
  fcntl $connection, $SET_FLAGS, $NONBLOCK;
  connect $connection, pack "S a*", $UNIX, "$folder/$name.$pid" or return;
  put($connection, "$launcher $namespace $event " . length($environment) . "\n$environment");
  my $reply = taken($connection, length($proof) + 1);
  $why = $1 if $reply =~ /\A([a-z]{1,20})\n\z/;
  return $reply eq "$proof\n" ? $connection : undef;
}

# From here on, the call is the process's: whatever is wrong is a denial, because the hook must not run twice.
sub answer {
  my ($socket) = @_;
  $left = $seconds - 1;
  my $call = taken(*STDIN);
  $is_sent = 1;
  put($socket, length($call) . "\n$call");
  my $answer = taken($socket);
  my ($code, $printed, $length) = $answer =~ /\A$proof ([0-9]+) ([0-9]+) ([0-9]+)\n/ or die;
  my $document = substr $answer, $+[0] + $printed;
  die unless length($document) == $length;
  pass_on($socket, substr $answer, $+[0], $printed) if $printed > 0;
  finish(5, "the hook ended with $code") if $code != 0;
  finish(5, "its answer is not a JSON object") if $document !~ /\A(?:\{.*\})?\z/s || $document =~ /[\x00-\x1f\x7f]/;
  finish(10, $document eq "" ? "none" : $document);
}

# In the background, so that a host that does not read stderr cannot block the launcher.
sub pass_on {
  my ($socket, $printed) = @_;
  my $child = fork;
  return if !defined $child || $child != 0;
  close $_ for $socket, *STDIN, *STDOUT;
  open my $stderr, ">&=3" or exit;
  undef $left;
  put($stderr, $printed);
  exit;
}

# Like `hashOf` in environment.ts.
sub hash_of {
  my ($text) = @_;
  my $hash = 0;
  $hash = ($hash * 31 + $_) & 0xffffffff for unpack "N*", "$text\0\0\0";
  return sprintf "%08x", $hash;
}

# No other user can write a file of this user.
sub own_contents {
  my ($path) = @_;
  lstat $path;
  return -f _ && -O _ ? contents($path) : "";
}

# Whether the process had to end within the last minute, because there were too many.
sub is_full {
  my $days = -M "$folder/$name.full";
  return defined $days && $days < 1 / 1440;
}

# Counts a call that no process has answered. Nothing is counted before the first process has created the folder.
sub note {
  my ($word) = @_;
  umask 077;
  open my $file, ">>:raw", "$folder/calls" or return;
  syswrite $file, time . " 1 $word\n";
}

# A stopped process is ended, and can be replaced. Another one is busy with a call, whose launcher ends it in time.
sub end_stopped {
  my $stat = eval { contents("/proc/$pid/stat") } or return 1;
  return unless $stat =~ /\) [Tt] /;
  end_process();
  return 1;
}

# Sends SIGKILL to the process and its children, if its id is still its own.
sub end_process {
  my @stat = split " ", (eval { contents("/proc/$pid/stat") } // "") =~ s/.*\) //sr;
  return unless ($stat[19] // "") eq $started;
  kill "KILL", -$pid if $stat[2] eq $pid;
  kill "KILL", $pid;
}

sub contents {
  open my $file, "<:raw", $_[0] or die;
  local $/;
  return scalar <$file> // "";
}

# Returns at most this many bytes of a stream, or all.
sub taken {
  my ($from, $length) = @_;
  my $bytes = "";
  until (defined $length && length($bytes) >= $length) {
    wait_for($from, 0);
    my $count = sysread $from, $bytes, 65536, length $bytes;
    die unless defined $count || can_retry();
    return $bytes if defined $count && $count == 0;
  }
  return $bytes;
}

sub put {
  my ($to, $bytes) = @_;
  for (my $at = 0; $at < length $bytes;) {
    wait_for($to, 1);
    my $count = syswrite $to, $bytes, 65536, $at;
    die unless defined $count || can_retry();
    $at += $count // 0;
  }
}

# Waits until the handle can be read or written, or dies when no time is left.
sub wait_for {
  my ($handle, $is_write) = @_;
  my $bits = "";
  vec($bits, fileno $handle, 1) = 1;
  my ($ready, $rest) = select $is_write ? undef : $bits, $is_write ? $bits : undef, undef, $left;
  die "late\n" if $ready == 0;
  $left = $rest if defined $left;
}

sub can_retry {
  return $! == $EINTR || $! == $EAGAIN;
}

sub finish {
  my ($code, $text) = @_;
  undef $left;
  # Perl would exit with the system's error number, which could be one of these codes.
  eval { put(*STDOUT, $text); 1 } or exit 1;
  exit $code;
}

# Last, so that nothing runs if the file was cut off, as by a full disk.
main();
