// Denies every call after a fault that the command names. The reason tells which process denied, and from where.
import { appendFileSync, existsSync, openSync, writeFileSync, writeSync } from "node:fs";
import { url } from "node:inspector";
import { join } from "node:path";
import { defineHook, deny, serve } from "@agent-hook/sdk";

const { setTimeout: after } = globalThis;
// Ten minutes are ten seconds for `MINUTES=short`.
if (process.env.MINUTES === "short") {
  globalThis.setTimeout = (callback, ms, ...args) => after(callback, ms >= 60_000 ? ms / 600 : ms, ...args);
}

const VERSION = 1;
const MEBIBYTE = 2 ** 20;

const behaviors = {
  "kill -9": () => process.kill(process.pid, "SIGKILL"),
  "SIGSTOP of itself": () => process.kill(process.pid, "SIGSTOP"),
  "process.exit(0)": () => process.exit(0),
  "an endless loop": () => {
    writeFileSync(join(process.env.HOME, "looping"), String(process.pid));
    for (;;);
  },
  "a wait for the key": () => {
    writeFileSync(join(process.env.HOME, "waiting"), "");
    while (!existsSync(process.env.KEY));
  },
  "a throw": () => {
    throw new Error("a fault");
  },
  "an exception outside of the call": () => void setImmediate(() => behaviors["a throw"]()),
  "no answer": () => new Promise(() => {}),
  "no descriptor left": () => {
    try {
      for (;;) openSync("/dev/null");
    } catch {}
  },
  "a change of its own file": () => appendFileSync(process.argv[1], "\n// changed\n"),
  "another folder": () => process.chdir("/"),
  noise: () => {
    console.log('a "word" 100% \\0101 é');
    console.error("and another");
    try {
      writeSync(1, "raw");
    } catch {}
  },
  "its debugger": () => console.error(`debugger ${url()}`),
  "much noise": () => console.error("x".repeat(MEBIBYTE)),
};

await serve(
  defineHook({
    name: "resident",
    onFailure: "block",
    deadlines: { interceptMs: 1000, approveMs: 1000 },
    async beforeTool({ arguments: args }) {
      const [what, large] = String(args.cmd ?? args.command).split("; ");
      await behaviors[what]?.();
      const { pid, env } = process;
      return deny(
        `pid ${pid} version ${VERSION} in ${process.cwd()} of ${env.SESSION}${env.SESSION_ID ?? ""}${large ? "!".repeat(MEBIBYTE) : ""}`,
      );
    },
  }),
);
