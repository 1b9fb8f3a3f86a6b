import { fileURLToPath } from "node:url";

/** The files of the scripts that run in this process, from now on too. Node itself lists only CommonJS modules. */
export class LoadedScripts {
  readonly files = new Set<string>();
  #seen = 0;

  constructor() {
    // Not imported at the top: it would become a part of every snapshot.
    const { Session } = process.getBuiltinModule("inspector");
    const session = new Session();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params: { url } }) => {
      if (url.startsWith("file:")) this.files.add(fileURLToPath(url));
    });
    // The scripts that run already are listed before this returns. To list all of them again takes as long as 50 calls.
    session.post("Debugger.enable");
  }

  /** Returns whether there are scripts that were not there at the last look. */
  hasNew(): boolean {
    const before = this.#seen;
    this.#seen = this.files.size;
    return this.#seen > before;
  }
}
