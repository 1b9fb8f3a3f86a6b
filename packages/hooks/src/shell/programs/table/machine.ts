import { type Rows, rowsFor } from "./row.js";

/** Programs that protect the machine, and say who may do what on it. */
export const machine: Rows = {
  ufw: { protects: ["disable", "reset"] },
  ...rowsFor("iptables ip6tables", { protects: ["-F|--flush", "-X|--delete-chain", "-P|--policy accept"] }),
  nft: { protects: ["flush"] },
  setenforce: { protects: ["0|permissive"] },
  csrutil: { protects: ["disable"] },
  spctl: { protects: ["--master-disable|--global-disable|--disable"] },
  auditctl: { protects: ["-D", "-e 0"] },
  usermod: { protects: ["-aG|-G|--groups root|sudo|wheel|admin|docker", "-o|--non-unique", "-p|--password"] },
  gpasswd: { protects: ["-a|--add"] },
  ...rowsFor("useradd adduser", { protects: ["-o|--non-unique", "-G|--groups root|sudo|wheel|admin|docker"] }),
  passwd: { protects: ["root", "-d|--delete", "-l|--lock", "--stdin"] },
  chpasswd: { protects: [""] },
  // What these delete is made again.
  ...rowsFor("ip nmcli tc bridge ipset networkctl tmux screen xcrun route", {}),
};
