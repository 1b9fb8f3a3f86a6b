import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { find } from "../../../sdk/test/launcher/find-program.js";
import type { GuaranteeCase } from "./case.js";
import { endAll } from "./processes.js";

/** Where a case runs: a folder, possibly with an odd name, and the processes that start in this folder. */
export class Stage {
  readonly tag = randomUUID();
  readonly #root = mkdtempSync(join(tmpdir(), "agent-hook-guarantee-"));
  /** The guard's folder. */
  readonly folder: string;

  constructor({ environment: { folder } }: GuaranteeCase) {
    this.folder = join(this.#root, folder);
    mkdirSync(this.folder);
    this.#plantPrograms();
  }

  write(name: string, text: string, mode = 0o644): string {
    const path = this.path(name);
    writeFileSync(path, text, { mode });
    return path;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** The faults that struck, by name. */
  get struck(): readonly string[] {
    return this.has("struck") ? readFileSync(this.path("struck"), "utf8").trimEnd().split("\n") : [];
  }

  /** Returns the path of a link to the given shell. The link is named `sh`, like `/bin/sh`. */
  shell(name: string): string {
    const path = find(name);
    if (path === undefined) throw new Error(`this machine has no ${name}: the case cannot run here`);
    const link = join(this.#root, `as-${name}`, "sh");
    if (!existsSync(link)) {
      mkdirSync(join(this.#root, `as-${name}`));
      symlinkSync(path, link);
    }
    return link;
  }

  /** A project folder with programs that have the names of the programs that a launcher needs. */
  get planted(): string {
    return join(this.#root, "bin");
  }

  /** Creates a working directory. */
  cwd(kind: GuaranteeCase["environment"]["cwd"]): string {
    const path = join(this.#root, `cwd-${kind}`);
    mkdirSync(path, { recursive: true });
    if (kind === "read-only") chmodSync(path, 0o555);
    return path;
  }

  end(): void {
    endAll(this.tag);
    rmSync(this.#root, { recursive: true, force: true });
  }

  #plantPrograms(): void {
    mkdirSync(this.planted);
    for (const name of ["node", "sleep", "cat", "kill", "printf", "sh"]) {
      writeFileSync(join(this.planted, name), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    }
  }
}
