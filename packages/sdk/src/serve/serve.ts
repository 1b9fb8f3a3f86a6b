import { membersOf } from "../hook/compose.js";
import type { Log } from "../hook/context.js";
import type { Hook } from "../hook/define-hook.js";
import { StoreError } from "../hook/store-error.js";
import { isFrom, type OneShotHost } from "../hosts/known-host.js";
import { oneShotHosts } from "../hosts/registry.js";
import { isPromise } from "../runtime/awaitable.js";
import { systemClock } from "../runtime/clock.js";
import { checkDefinition, DefinitionError } from "../runtime/definition-rules.js";
import { type Manifest, manifestOf } from "../runtime/manifest.js";
import { prepareHook, SettingsError } from "../runtime/prepare.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import { type LazyStdout, takeStdout } from "../runtime/stdout/take-stdout.js";
import { configuredStore, StoreSource } from "../runtime/store/source.js";
import { LineSplitter } from "../wire/line-splitter.js";
import { type ConfiguredHost, configuredHost, HostNameError } from "./configured-host.js";
import { HostDetector } from "./host-detector.js";
import { assertToolNames, HOST_NAMES, NATIVE_EVENTS } from "./host-names.js";
import { untilStopped } from "./lifecycle.js";
import { FOR_MOD, listenForMod, onParentGone, readSecrets } from "./mod-server.js";
import { DescriptorError, OneShotOutput, takeLauncherPipe } from "./one-shot-output.js";
import { watchForDeadHost } from "./orphan-watch.js";
import { Recording } from "./recording.js";
import { type ResidentStart, takeResidentStart } from "./resident/environment.js";
import { limitLoading } from "./resident/loading.js";
import { sessionOpener } from "./session-opener.js";
import { isBuildingSnapshot, serveFromSnapshot } from "./snapshot.js";
import { openTrace } from "./trace-to.js";

/**
 * Set by a program that imports a module to run its hook together with others. The value is the error message if the
 * module calls `serve`, which would answer the host without the other hooks. `Symbol.for`, because the module may have
 * its own copy of the SDK.
 */
const IMPORTED = Symbol.for("agent-hook.imported");

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
  const manifest = tryStart(hook, () => {
    if (serving) throw new DefinitionError("serve was called twice: one process serves one hook; see compose");
    serving = true;
    checkDefinition(hook, NATIVE_EVENTS);
    return manifestOf(hook, HOST_NAMES);
  });
  // Not awaited: a snapshot is possible only if nothing was before this line.
  if (isPromise(manifest)) return manifest;
  await (isBuildingSnapshot() ? serveFromSnapshot((stdout) => run(hook, manifest, stdout)) : run(hook, manifest));
}

async function run(hook: Hook, manifest: Manifest, stdout?: LazyStdout): Promise<void> {
  const { argv, env, stdin } = process;
  resident = takeResidentStart(env);
  // A process that starts from a snapshot has no script before its arguments, unless the command names one.
  const args = argv.slice(1);
  const { launcher, wanted: configured } = await tryStart(hook, () => {
    const host = configuredHost(args, env);
    assertToolNames(manifest, host);
    return { launcher: takeLauncherPipe(env), wanted: host };
  });
  if (args.includes("--describe")) await describe(manifest);
  if (resident !== undefined) return stay(hook, manifest, configured, resident);
  if (stdin.isTTY) explainToPerson(manifest, argv[1] ?? "hook.js");

  const output = await takeStdout(stdout);
  const trace = await openTrace(env, hook.name, writeError);
  let isWatched = false;
  const write = (text: string): void => {
    trace?.recordOutput(text);
    output.write(text);
    if (isWatched) return;
    isWatched = true;
    // The first answer does not wait for the watch.
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

/** Answers the calls of launchers until no more come. Each launcher starts the hook itself if this process cannot stay. */
async function stay(
  hook: Hook,
  manifest: Manifest,
  configured: ConfiguredHost | undefined,
  { path, inherited }: ResidentStart,
): Promise<void> {
  const { env } = process;
  const host = configured?.adapter;
  if (host?.lifetime !== "one-shot") process.exit(1);
  const { closeInherited } = await import("./resident/inherited.js");
  closeInherited(inherited);
  const { takeOutput } = await import("./resident/call-output.js");
  const { serveResident } = await import("./resident/serve-resident.js");
  takeOutput();
  // Node would start its debugger, with which another process can change what the hook answers from then on.
  process.on("SIGUSR1", () => {});
  const prepared = await prepareHook(
    hook,
    manifest,
    env,
    writeError,
    storeFor(env, () => true),
  ).catch(() => process.exit(1));
  const recording = new Recording(hook.name, hook, env, writeError);
  const [open, recorder] = await Promise.all([host.load(), recording.open(host.name, false)]);
  const service = open({
    ...{ hook: { ...prepared, recorder }, manifest, env, clock: systemClock },
    ...(configured?.version === undefined ? {} : { version: configured.version }),
    ...(configured?.variant === undefined ? {} : { variant: configured.variant }),
    allowPartial: env.AGENT_HOOK_ALLOW_PARTIAL === "1",
    isFromHost: (message) => isFrom(host, message, oneShotHosts),
  });
  let onEnd = () => {};
  const ending = untilStopped(prepared.log, (ended) => {
    onEnd = ended;
  });
  const files = recording.file === undefined ? [] : [recording.file];
  const server = await serveResident({ path, service, files, clock: systemClock, onEnd: () => onEnd() }).catch(() =>
    process.exit(1),
  );
  endLoading();
  await ending(async (graceMs) => {
    server.close();
    await service.end(graceMs);
  });
}

/** Answers the calls of a mod until the host ends. */
async function serveForMod(
  prepared: PreparedHook,
  manifest: Manifest,
  recording: Recording,
  print: (text: string) => void,
): Promise<void> {
  const { env, stdin } = process;
  const [host] = oneShotHosts.filter(({ loadMod }) => loadMod !== undefined);
  const open = await (host as OneShotHost & Required<Pick<OneShotHost, "loadMod">>).loadMod();
  const recorder = await recording.open((host as OneShotHost).name, true);
  const session = { manifest, allowPartial: env.AGENT_HOOK_ALLOW_PARTIAL === "1", env, clock: systemClock };
  const service = open({ ...session, hook: { ...prepared, recorder }, isFromHost: () => true });
  const server = await listenForMod(service, await readSecrets(stdin), print);
  watchForDeadHost();
  await untilStopped(
    prepared.log,
    onParentGone,
  )(async (graceMs) => {
    server.close();
    await service.end(graceMs);
  });
}

/**
 * A store in memory would be new at each call of a one-shot host. Every limit would then let every call pass, and nothing
 * would say so.
 */
function storeFor(env: NodeJS.ProcessEnv, isOneShot: () => boolean): StoreSource {
  if (env.AGENT_HOOK_STORE !== "memory:") return configuredStore(env, systemClock);
  return new StoreSource(systemClock, async () => {
    if (!isOneShot()) return configuredStore(env, systemClock).engine();
    throw new StoreError(
      "invalid-setting",
      "AGENT_HOOK_STORE: memory: is empty at each call, because this agent starts the hook for each call: expected file:/path, or no setting",
    );
  });
}

let serving = false;
/** From the import on, because the hook may wait before it calls `serve`. */
const endLoading = isBuildingSnapshot() ? () => {} : limitLoading(process.env, systemClock);
/** Set if the launcher started this process to stay and answer calls. */
let resident: ResidentStart | undefined;

/** Answers a one-shot host when the input ends. Never rejects. */
async function answerAtEnd(detector: HostDetector, oneShotOutput: OneShotOutput, log: Log): Promise<void> {
  try {
    if (!(await detector.inputEnded())) oneShotOutput.onNoHost();
  } catch (error) {
    log.error("the call could not be answered", error);
  }
}

function tryStart<T>(hook: Hook, start: () => T): T | Promise<never> {
  try {
    return start();
  } catch (error) {
    return exitCannotStart(hook, error);
  }
}

/** Prints only the message of an author's or a configuration error, and the stack of any other error. */
async function exitCannotStart(hook: Hook, error: unknown): Promise<never> {
  const expected = [DefinitionError, SettingsError, HostNameError, DescriptorError].some(
    (kind) => error instanceof kind,
  );
  const text = expected ? (error as Error).message : error instanceof Error ? error.stack : String(error);
  writeError(`agent-hook: the hook cannot start:\n${text}\n`);
  // The launcher starts the hook, which then says so itself.
  if ((resident ?? takeResidentStart(process.env)) !== undefined) process.exit(1);
  const denies = isGuard(hook);
  // Before anything is recorded: a launcher or a host may not wait long.
  process.exitCode = denies ? 2 : 1;
  await recordStart(hook, expected ? (error as Error).message : "an error was thrown", error, denies);
  process.exit();
}

/** Records why a hook cannot start. It may be an invalid definition of any kind, and a person may have started it. */
async function recordStart(hook: Hook, message: string, cause: unknown, denies: boolean): Promise<void> {
  const { argv, env, stdin } = process;
  if (stdin.isTTY || argv.includes("--describe")) return;
  const name: unknown = Object(hook).name;
  const recording = new Recording(typeof name === "string" ? name : "unknown", Object(hook), env, writeError);
  await recording.open(hostNameIn(argv.slice(1), env), false);
  recording.failed({ kind: "not-started", where: "start", message, cause, denies });
}

/** Returns the configured host. The configuration may be the reason why the hook cannot start. */
function hostNameIn(args: readonly string[], env: NodeJS.ProcessEnv): string {
  try {
    return configuredHost(args, env)?.adapter.name ?? "unknown";
  } catch {
    return "unknown";
  }
}

/** Returns whether a call that no handler checked must be denied. `hook` may be an invalid definition of any kind. */
function isGuard(hook: unknown): boolean {
  if (typeof hook !== "object" || hook === null) return false;
  return membersOf(hook as Hook).some((member) => member?.onFailure === "block" || member?.approveTool !== undefined);
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

function writeError(text: string): void {
  process.stderr.write(text);
}
