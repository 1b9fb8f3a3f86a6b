// Processes and threads that outlive the answer.
import { spawn, spawnSync } from "node:child_process";
import { fstatSync } from "node:fs";
import { Worker } from "node:worker_threads";

/** Returns stdio options that pass every open pipe and socket to a child under the same number. */
function everyDescriptor() {
  const stdio = ["inherit", "inherit", "inherit"];
  for (let descriptor = 3; descriptor < 40; descriptor++) {
    try {
      const stats = fstatSync(descriptor);
      stdio.push(stats.isFIFO() || stats.isSocket() ? descriptor : "ignore");
    } catch {
      stdio.push("ignore");
    }
  }
  return stdio;
}

export const leaving = {
  "leaves a child": ({ seconds, detached, every }) => {
    const stdio = every ? everyDescriptor() : "inherit";
    spawn("/bin/sleep", [String(seconds)], { stdio, detached })
      .on("error", () => {})
      .unref();
  },
  "leaves a grandchild": ({ seconds, every }) => {
    const stdio = every ? everyDescriptor() : "inherit";
    spawnSync("/bin/sh", ["-c", `(/bin/sleep ${seconds} &) ; exit 0`], { stdio });
  },
  "leaves a session": ({ seconds, every }) => {
    const stdio = every ? everyDescriptor() : "inherit";
    spawn("setsid", ["/bin/sleep", String(seconds)], { stdio })
      .on("error", () => {})
      .unref();
  },
  "leaves a thread": () => {
    new Worker("for (;;);", { eval: true }).on("error", () => {});
  },
  "leaves a thread that waits": () => {
    new Worker("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)", { eval: true }).on("error", () => {});
  },
};
