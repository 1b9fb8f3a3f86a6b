import { writeTo } from "../trace/descriptors.js";
import { ENDING_SIGNALS } from "../trace/die-by-signal.js";
import { LineReader } from "../trace/line-reader.js";
import type { Ending } from "../trace/start-hook.js";
import type { OnReport } from "./dev-report.js";
import { Handshake } from "./handshake.js";
import { ProcessWatch } from "./process-watch.js";
import { Reloader } from "./reloader.js";
import { Router } from "./router.js";

/** Runs a hook between a host's pipes until the host ends. Returns how the hook ended, if it still ran. */
export async function runPersistent(
  command: readonly [string, ...string[]],
  watch: readonly string[],
  onReport: OnReport,
): Promise<Ending | undefined> {
  const processWatch = new ProcessWatch();
  const handshake = new Handshake();
  const host = writeTo(1);
  let isEnding = false;
  const router = new Router(host, handshake, {
    onDead: (reason) => {
      if (!isEnding) onReport({ event: "ended", reason: `the hook ${reason}` });
    },
    onReady: () => input?.resume(),
  });
  const reloader = new Reloader({ command, watch, router, handshake, processWatch, onReport });
  const lines = new LineReader();
  let input: typeof process.stdin | undefined;
  try {
    await reloader.start();
    const signal = await new Promise<NodeJS.Signals | undefined>((resolve) => {
      for (const name of ENDING_SIGNALS) process.on(name, () => resolve(name));
      // The host does not read any more.
      host.on("error", () => resolve(undefined));
      input = process.stdin.on("data", (chunk: Buffer) => {
        let isReady = true;
        for (const line of lines.push(chunk)) isReady = router.fromHost(line);
        if (!isReady) input?.pause();
      });
      input.on("error", () => {});
      input.once("end", () => resolve(undefined)).once("close", () => resolve(undefined));
    });
    isEnding = true;
    reloader.stop();
    const rest = lines.end();
    if (rest.length > 0) router.fromHost(rest);
    const exited = router.current?.exited;
    input?.destroy();
    await router.end(signal);
    await new Promise<void>((resolve) => host.end(() => resolve()).once("error", () => resolve()));
    return await exited;
  } finally {
    reloader.stop();
  }
}
