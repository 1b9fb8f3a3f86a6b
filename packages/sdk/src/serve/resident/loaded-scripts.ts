import { fileURLToPath } from "node:url";

/** Node keeps 1 to 2 KB for each script that it has listed, also for those of `eval` and `new Function`. */
const MAX_LISTED = 20_000;

/** The files of the scripts that run in this process, from now on too. Node itself lists only CommonJS modules. */
export class LoadedScripts {
  readonly files = new Set<string>();
  #seen = 0;
  #listed = 0;

  constructor() {
    // Not imported at the top: it would become a part of every snapshot.
    const { Session } = process.getBuiltinModule("inspector");
    const session = new Session();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params: { url } }) => {
      this.#listed++;
      if (url.startsWith("file:")) this.files.add(fileURLToPath(url));
    });
    // The scripts that run already are listed before this returns. To list all of them after each call takes longer than it.
    session.post("Debugger.enable");
  }

  /** Returns whether there are scripts that were not there at the last look. */
  hasNew(): boolean {
    const before = this.#seen;
    this.#seen = this.files.size;
    return this.#seen > before;
  }

  /** Returns whether this process has run so many scripts that it should be replaced. */
  areTooMany(): boolean {
    return this.#listed > MAX_LISTED;
  }
}
