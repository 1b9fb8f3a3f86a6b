# Bash runs this before a command if BASH_ENV names it. The shell then ends only when its output was read, or after 10 s:
# 0x5411 is Linux's SIOCOUTQ, the number of bytes in a socket that the other side has not read.
trap 'command -v perl >/dev/null && perl -e '\''
  for (1 .. 10_000) {
    my $unread = pack("i", 0);
    last unless ioctl(STDOUT, 0x5411, $unread) && unpack("i", $unread);
    select(undef, undef, undef, 0.001);
  }
'\''' EXIT
