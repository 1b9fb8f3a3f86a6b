import { isAbsolute } from "node:path";
import { isLogOn } from "../record/log-files.js";
import type { OpenedRecorder } from "../record/open-recorder.js";
import type { DecisionRecorder, Mishap } from "../record/recorder.js";

/** The key under which a hook that was read from a file, such as a policy, carries the path. `Symbol.for`, as for `IMPORTED`. */
const SOURCE_FILE = Symbol.for("agent-hook.source-file");

/**
 * Records the decisions of this process. What writes them is loaded when the host is known, together with the code for the
 * host, and not at all if nobody observes decisions.
 */
export class Recording {
  #opened: OpenedRecorder | undefined;
  #host = "unknown";
  /** The policy file or the hook's file, if it is known. */
  readonly file: string | undefined;

  constructor(
    private readonly name: string,
    hook: object,
    private readonly env: NodeJS.ProcessEnv,
    private readonly writeError: (text: string) => void,
  ) {
    this.file = fileOf(hook);
  }

  /** Loads and returns the recorder, or `undefined` if nobody observes decisions. Never rejects. */
  async open(host: string, isPersistent: boolean): Promise<DecisionRecorder | undefined> {
    this.#host = host;
    if (this.#opened !== undefined || !isLogOn(this.env)) return this.#opened?.recorder;
    try {
      const { openRecorder } = await import("../record/open-recorder.js");
      this.#opened = await openRecorder({
        env: this.env,
        file: this.file,
        isPersistent,
        writeError: this.writeError,
      });
    } catch (error) {
      this.writeError(
        `agent-hook: decisions are not logged: ${error instanceof Error ? error.message : "unknown error"}\n`,
      );
    }
    return this.#opened?.recorder;
  }

  /** Records a mishap, if the recorder is open. */
  failed(mishap: Mishap): void {
    this.#opened?.recorder.failed(this.name, this.#host, mishap);
  }

  /** Records what waits. Needed only if the process goes on. */
  close(): void {
    this.#opened?.close();
    this.#opened = undefined;
  }
}

/** Returns the policy file or the hook's file. A process that starts from a snapshot may name none. */
function fileOf(hook: object): string | undefined {
  const source: unknown = Reflect.get(hook, SOURCE_FILE);
  const file = typeof source === "string" ? source : process.argv[1];
  return file !== undefined && isAbsolute(file) ? file : undefined;
}
