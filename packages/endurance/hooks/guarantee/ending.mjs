// Ways in which a guard ends or hangs during a call.
import { spawn, spawnSync } from "node:child_process";
import { closeSync } from "node:fs";

const forever = () => new Promise(() => {});

export const ending = {
  exits: ({ code }) => process.exit(code),
  "exits without its handlers": ({ code }) => process.reallyExit(code),
  "exits after a turn": ({ code }) => {
    setImmediate(() => process.exit(code));
    return forever();
  },
  aborts: () => process.abort(),
  "kills itself": ({ signal }) => {
    process.kill(process.pid, signal);
    return forever();
  },
  "ends its input": () => {
    process.stdin.destroy();
    return forever();
  },
  "closes a descriptor": ({ descriptor }) => {
    try {
      closeSync(descriptor);
    } catch {
      // This host does not use the descriptor.
    }
  },
  "kills its process group": () => {
    process.kill(0, "SIGKILL");
  },
};

export const hanging = {
  "never settles": forever,
  "loops for ever": () => {
    for (;;);
  },
  "loops in microtasks": () => {
    const again = () => Promise.resolve().then(again);
    return again();
  },
  "waits for ever": () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  "stops itself": () => {
    process.kill(process.pid, "SIGSTOP");
    return forever();
  },
  "stops its process group": () => {
    process.kill(0, "SIGSTOP");
    return forever();
  },
  "signals its parent": ({ signal }) => {
    process.kill(process.ppid, signal);
    return forever();
  },
  "waits for a child": ({ seconds }) => {
    spawnSync("/bin/sleep", [String(seconds)], { stdio: "inherit" });
    return forever();
  },
  "waits for a stopped child": () => {
    const child = spawn("/bin/sh", ["-c", "kill -STOP $$"], { stdio: "inherit" });
    return new Promise((resolve) => child.once("exit", resolve)).then(forever);
  },
};
