// What a hook or its child can do to a pipe that it shares with its host.
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { Socket } from "node:net";

/** Read before the SDK removes it from the environment. */
const key = process.env.AGENT_HOOK_KEY ?? "";

/** 50 MB: effectively endless for a shell that reads it, and small enough for a host that keeps it in memory. */
const floods = {
  zeros: "head -c 50000000 /dev/zero >&3",
  lines: "yes | head -c 50000000 >&3",
  "an announced answer": `{ echo "${key} 9000000"; yes | head -c 50000000; } >&3`,
};
export const FLOODS = Object.keys(floods);

function startShell(script, descriptor) {
  try {
    spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "inherit", "inherit", descriptor] })
      .on("error", () => {})
      .unref();
  } catch {
    // The descriptor is not open.
  }
}

export const pipes = {
  "floods a pipe": ({ descriptor, flood }) => startShell(floods[flood], descriptor),
  "reads a pipe": ({ descriptor }) => startShell("cat /proc/self/fd/3 >/dev/null 2>&1", descriptor),
  "fills a pipe that does not wait": ({ descriptor }) => {
    // A socket sets O_NONBLOCK for every process that shares the pipe.
    try {
      new Socket({ fd: descriptor }).on("error", () => {});
    } catch {
      return;
    }
    for (let tried = 0; tried < 1000; tried++) {
      try {
        writeSync(descriptor, "x\n".repeat(2048));
      } catch {
        // The pipe is full.
      }
    }
  },
};
