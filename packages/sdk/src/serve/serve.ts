import type { Log } from "../hook/context.js";
import type { Hook } from "../hook/define-hook.js";
import { isPromise } from "../runtime/awaitable.js";
import { systemClock } from "../runtime/clock.js";
import { checkDefinition, DefinitionError } from "../runtime/definition-rules.js";
import { loadJsonSchema } from "../runtime/json-schema.js";
import { type Manifest, manifestOf } from "../runtime/manifest.js";
import { prepareHook } from "../runtime/prepare.js";
import { type LazyStdout, takeStdout } from "../runtime/stdout/take-stdout.js";
import { LineSplitter } from "../wire/line-splitter.js";
import { exitCannotStart, tryStart, writeError } from "./cannot-start.js";
import { configuredHost } from "./configured-host.js";
import { HostDetector } from "./host-detector.js";
import { assertToolNames, HOST_NAMES, NATIVE_EVENTS } from "./host-names.js";
import { untilStopped } from "./lifecycle.js";
import { OneShotOutput, takeLauncherPipe } from "./one-shot-output.js";
import { watchForDeadHost } from "./orphan-watch.js";
import { Recording } from "./recording.js";
import { takeResidentStart } from "./resident/environment.js";
import { limitLoading } from "./resident/loading.js";
import { sessionOpener } from "./session-opener.js";
import { isBuildingSnapshot, serveFromSnapshot } from "./snapshot.js";
import { storeFor } from "./store-for.js";
import { openTrace } from "./trace-to.js";

/**
 * Set by a program that imports a module to run its hook together with others. The value is the error message if the
 * module calls `serve`, which would answer the host without the other hooks. `Symbol.for`, because the module may have
 * its own copy of the SDK.
 */
const IMPORTED = Symbol.for("agent-hook.imported");

/** Set by a mod, which starts the hook once and sends it every call over HTTP. */
const FOR_MOD = "AGENT_HOOK_MOD";

/**
 * Runs a hook until the host ends it. Detects the host from the first message, unless `--host NAME[@VERSION][/VARIANT]`
 * or `AGENT_HOOK_HOST` is set. From this call on, stdout belongs to the protocol, and `console.log` writes to stderr.
 *
 * `--describe` prints the manifest and exits. Exit codes:
 *
 * - 0: the host ended the hook
 * - 1: the hook cannot start; stderr has the reason
 * - 2: a hook that blocks or approves cannot start, or cannot send its answer; one-shot hosts treat this as a denial.
 *   Also 2: a person started the hook in a terminal
 *
 * @example await serve(hook);
 */
export async function serve(hook: Hook): Promise<void> {
  const imported: unknown = Reflect.get(globalThis, IMPORTED);
  if (typeof imported === "string") throw new DefinitionError(imported);
  const invalid = tryStart(hook, () => {
    if (serving) throw new DefinitionError("serve was called twice: one process serves one hook; see compose");
    serving = true;
    checkDefinition(hook, NATIVE_EVENTS);
  });
  if (invalid !== undefined) return invalid;
  const loading = loadJsonSchema(hook);
  const described = () => tryStart(hook, () => manifestOf(hook, HOST_NAMES));
  if (isBuildingSnapshot()) {
    // Not awaited: a snapshot is possible only if nothing was before this line.
    const now = loading === undefined ? described() : undefined;
    if (isPromise(now)) return now as Promise<never>;
    let manifest = now;
    const prepare = async () => {
      await loading;
      manifest ??= await described();
    };
    await serveFromSnapshot((stdout) => run(hook, manifest as Manifest, stdout), prepare);
  }
  await loading;
  await run(hook, await described());
}

async function run(hook: Hook, manifest: Manifest, stdout?: LazyStdout): Promise<void> {
  const { argv, env, stdin } = process;
  const resident = takeResidentStart(env);
  // A process that starts from a snapshot has no script before its arguments, unless the command names one.
  const args = argv.slice(1);
  const start = () => {
    const host = configuredHost(args, env);
    assertToolNames(manifest, host);
    return { launcher: takeLauncherPipe(env), configured: host };
  };
  const { launcher, configured } = await tryStart(hook, start, resident !== undefined);
  if (args.includes("--describe")) await describe(manifest);
  if (resident !== undefined) {
    const { stay } = await import("./stay.js");
    return stay(hook, manifest, configured, resident, endLoading);
  }
  if (stdin.isTTY) explainToPerson(manifest, argv[1] ?? "hook.js");

  const output = await takeStdout(stdout);
  const trace = await openTrace(env, hook.name, writeError);
  let isWatched = false;
  const write = (text: string): void => {
    trace?.recordOutput(text);
    output.write(text);
    if (isWatched) return;
    isWatched = true;
    // The first answer does not wait for the watch. Loading it then would be too late: the first call may loop.
    setImmediate(watchForDeadHost);
  };
  let isOneShot = launcher !== undefined;
  const store = storeFor(env, () => isOneShot);
  const prepared = await prepareHook(hook, manifest, env, writeError, store).catch((error) =>
    exitCannotStart(hook, error),
  );
  const recording = new Recording(hook.name, hook, env, writeError);
  if (env[FOR_MOD] === "1") {
    // Children of the hook, such as another agent, are not started by the mod.
    delete env[FOR_MOD];
    const { serveForMod } = await import("./serve-mod.js");
    return serveForMod(prepared, manifest, recording, (text) => output.write(text));
  }
  const traceOutput = (text: string) => trace?.recordOutput(text);
  const oneShotOutput = new OneShotOutput(prepared, output, launcher, traceOutput, recording);
  const event = launcher?.event;
  const openSession = sessionOpener({
    hook: prepared,
    manifest,
    configured,
    event,
    env,
    clock: systemClock,
    write,
    output: oneShotOutput,
    openRecorder: (host, isPersistent) => recording.open(host, isPersistent),
  });
  const open: typeof openSession = (host) => {
    isOneShot = host.lifetime === "one-shot";
    return openSession(host);
  };
  const detector = new HostDetector(open, write, prepared.log, configured?.adapter);

  const splitter = new LineSplitter(trace && ((lines) => trace.recordInput(lines)));
  const ending = untilStopped(prepared.log, (ended) => {
    stdin.on("data", (chunk: Buffer) => detector.receive(splitter.push(chunk)));
    stdin.on("end", () => {
      detector.receive(splitter.end());
      void answerAtEnd(detector, oneShotOutput, prepared.log).then(ended);
    });
    stdin.on("error", ended);
    output.onBroken(ended);
  });
  await ending(async (graceMs) => {
    stdin.destroy();
    await detector.end(graceMs);
    // The store is not closed, because the process ends.
    await output.whenFlushed();
  });
}

let serving = false;
/** From the import on, because the hook may wait before it calls `serve`. */
const endLoading = isBuildingSnapshot() ? () => {} : limitLoading(process.env, systemClock);

/** Answers a one-shot host when the input ends. Never rejects. */
async function answerAtEnd(detector: HostDetector, oneShotOutput: OneShotOutput, log: Log): Promise<void> {
  try {
    if (!(await detector.inputEnded())) oneShotOutput.onNoHost();
  } catch (error) {
    log.error("the call could not be answered", error);
  }
}

/** Prints the manifest and exits: timers or connections of the author's module could keep the process running. */
async function describe(manifest: Manifest): Promise<never> {
  await new Promise((resolve) => process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`, resolve));
  process.exit(0);
}

function explainToPerson(manifest: Manifest, file: string): never {
  writeError(`${manifest.name} is an agent hook: an agent starts it and talks to it over stdin and stdout.\n`);
  writeError(`To see what it handles: node ${file} --describe\n`);
  process.exit(2);
}
