import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import type { Clock } from "../../runtime/clock.js";
import type { CallService } from "../../runtime/session.js";
import { LineSplitter } from "../../wire/line-splitter.js";
import { parseJson, textOfCall } from "../../wire/message.js";
import { CallJournal } from "./call-journal.js";
import { withOutput } from "./call-output.js";
import { Environment } from "./environment.js";
import { FileVersions } from "./file-versions.js";
import { KeyFile } from "./key-file.js";
import { loadedFiles } from "./loaded-files.js";
import { LoadedScripts } from "./loaded-scripts.js";
import { pidNamespace, placeOf } from "./place.js";
import { listenForLaunchers, type ResidentAnswer } from "./resident-server.js";
import type { VariableRule } from "./variables.js";

const MINUTE_MS = 60_000;
/** Without a call for this long, the process ends. */
const IDLE_MINUTES = 10;
/** The launcher lets the system end the process after 100 s on the processor, in case a handler loops. */
const MAX_CPU_SECONDS = 60;
/** The launcher accepts no longer one from any process. */
const MAX_DOCUMENT_BYTES = 9_999_999;
const FAILED_EXIT_CODE = 1;
const DENIED_EXIT_CODE = 2;

export interface ResidentSetup {
  /** Where the launcher has the lock for the start of this process, without its ending. */
  readonly path: string;
  /** Which variables of the environment make a difference. */
  readonly rule: VariableRule;
  readonly service: CallService;
  /** Files that the hook was read from, besides its modules. */
  readonly files: readonly string[];
  readonly clock: Clock;
  /** Called once, when the process should end. */
  onEnd(): void;
}

/**
 * Answers the calls of launchers with this environment, in this folder, until it is idle, or until it would no longer
 * answer as a process that is started now. Resolves to the server, or rejects if the process must not stay.
 */
export async function serveResident({ path, rule, service, files, clock, onEnd }: ResidentSetup): Promise<Server> {
  const environment = new Environment(readFileSync("/proc/self/environ"), rule);
  const place = placeOf("self");
  const versions = new FileVersions(performance.timeOrigin);
  const key = new KeyFile({ lock: path, names: environment.names, rule: rule.text });
  const journal = new CallJournal(key.folder, clock);
  const scripts = new LoadedScripts();
  let isRunning = false;
  let isRetired = false;
  let cancelIdle = () => {};

  /** Accepts no more calls, and ends after those that run. */
  function retire(): void {
    if (isRetired) return;
    isRetired = true;
    key.remove();
    if (!isRunning) onEnd();
  }

  function isCurrent(): boolean {
    try {
      watchNew();
      return placeOf("self") === place && key.isOwn() && versions.areCurrent();
    } catch {
      // A file or the folder cannot be read any more.
      return false;
    }
  }

  function whyNot(callerPid: number, namespace: string, caller: Buffer): string | undefined {
    if (namespace !== pidNamespace() || placeOf(callerPid) !== place) return "place";
    if (!environment.isSame(caller)) return "environment";
    return isCurrent() ? undefined : "files";
  }

  function watchNew(): void {
    if (scripts.hasNew()) versions.watch(loadedFiles([...files, ...scripts.files]));
  }

  /** Also ends a process that no launcher would ask again, such as one whose folder was removed. */
  function waitForCalls(minutes = IDLE_MINUTES): void {
    cancelIdle = clock.after(MINUTE_MS, () => {
      if (minutes === 1 || !isCurrent()) retire();
      else waitForCalls(minutes - 1);
    });
  }

  const problem = key.problem();
  if (problem !== undefined) throw new Error(problem);
  watchNew();
  const server = await listenForLaunchers(key.socketPath, {
    proof: key.proof,
    whyNot(callerPid, namespace, caller) {
      const why = isRetired ? "gone" : whyNot(callerPid, namespace, caller);
      // The launcher starts another one in its place.
      if (why !== undefined) retire();
      return why;
    },
    answer: (event, callerPid, body) => answer(service, event, callerPid, body),
    started(caller) {
      isRunning = true;
      cancelIdle();
      environment.apply(caller, process.env);
    },
    ended() {
      isRunning = false;
      journal.answered();
      if (isRetired) return onEnd();
      if (cpuSeconds() > MAX_CPU_SECONDS || scripts.areTooMany()) return retire();
      key.touch();
      watchNew();
      waitForCalls();
    },
  });
  // Of a process that needs the place of this one: there are too many.
  process.on("SIGUSR2", retire);
  key.write();
  process.on("exit", () => {
    key.remove();
    journal.flush();
  });
  waitForCalls();
  return server;
}

/** Answers as a process would that the launcher started for the call. */
async function answer(service: CallService, event: string, callerPid: number, body: Buffer): Promise<ResidentAnswer> {
  const splitter = new LineSplitter();
  const text = textOfCall([...splitter.push(body), ...splitter.end()]);
  const call = () => service.answer({ value: parseJson(text), text, event });
  const [{ document = "", denial }, printed] = await withOutput(callerPid, call);
  if (Buffer.byteLength(document) > MAX_DOCUMENT_BYTES)
    return { code: FAILED_EXIT_CODE, printed: Buffer.alloc(0), document: "" };
  if (document !== "" || denial === undefined) return { code: 0, printed, document };
  return { code: DENIED_EXIT_CODE, printed: Buffer.concat([printed, Buffer.from(`${denial}\n`)]), document: "" };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
