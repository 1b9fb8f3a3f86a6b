import type { Run } from "../run/shell.js";
import type { Marks } from "../values/content.js";

/** Reports code that came over the network or was decoded. */
export function judgeOrigin({ remote, decoded }: Pick<Marks, "remote" | "decoded">, run: Run): void {
  if (remote) {
    const reason = "It runs code from the network that nobody has read. Download it, read it, then run the file.";
    run.shell.report(run, { class: "runs-remote-code", rule: "run-download", reason });
  }
  if (decoded) {
    const reason = "It decodes text and runs it, so nobody can read what runs. Write the commands themselves.";
    run.shell.report(run, { class: "obfuscated", rule: "run-decoded", reason });
  }
}

/** Reports a program that connects a shell with a socket. */
export function reportRemoteShell(run: Run): void {
  const reason = "It gives a shell to whoever is at the other end of a connection. Run the commands here instead.";
  run.shell.report(run, { class: "runs-remote-code", rule: "remote-shell", reason });
}
