import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { makeFolder } from "@agent-hook/sdk/internal/state-folder";
import { isObject } from "@agent-hook/sdk/internal/text";
import type { HookSummary } from "../host-config/index.js";
import { stampOf } from "./file-stamps.js";

/** The stamp of each file that a version was started from. */
export type Stamps = Readonly<Record<string, string>>;

/** What is known about the hook from earlier calls. */
export interface Knowledge {
  /** The files that were checked last. */
  readonly checked?: {
    readonly files: Stamps;
    /** Absent if they do not work. */
    readonly manifest?: HookSummary;
  };
  /** The last version that worked. */
  readonly kept?: {
    readonly files: Stamps;
    readonly manifest: HookSummary;
    /** The name of its bundle. Absent if it cannot be bundled. */
    readonly bundle?: string;
  };
}

/** `bundle` of the command `build`. */
type BundleFile = (file: string) => Promise<{ readonly code: string }>;

const STATE_FILE = "state.json";

/** The last version of a one-shot hook that worked, as a bundle in the user's cache. Only the user can read it. */
export class LastGood {
  readonly #folder: string;

  constructor(command: readonly string[]) {
    const { XDG_CACHE_HOME = "", HOME } = process.env;
    const cache = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(HOME || homedir(), ".cache");
    const id = createHash("sha256").update(JSON.stringify([process.cwd(), ...command]));
    this.#folder = join(cache, "agent-hook", "dev", id.digest("hex").slice(0, 32));
  }

  /** Returns nothing if this is the first call, or if the file is damaged. */
  read(): Knowledge {
    try {
      const value: unknown = JSON.parse(readFileSync(join(this.#folder, STATE_FILE), "utf8"));
      return isKnowledge(value) ? value : {};
    } catch {
      return {};
    }
  }

  pathOf(bundleName: string): string {
    return join(this.#folder, bundleName);
  }

  /** Replaces what is known. If the cache cannot be written, the next call only has to find out again. */
  write(knowledge: Knowledge): void {
    try {
      this.#replace(STATE_FILE, JSON.stringify(knowledge));
    } catch {
      // `keep` reports it.
    }
  }

  /** Keeps a version that works. Returns why it could not be bundled, if so. */
  async keep(bundle: BundleFile, script: string, files: Stamps, manifest: HookSummary): Promise<string | undefined> {
    const checked = { files, manifest };
    try {
      const { code } = await bundle(resolve(script));
      // A newer save may be in the bundle. The next call keeps it, if it works.
      if (!isCurrent(files)) return undefined;
      const name = `${createHash("sha256").update(code).digest("hex").slice(0, 32)}.cjs`;
      this.#replace(name, code);
      this.write({ checked, kept: { ...checked, bundle: name } });
      this.#removeOthers(name);
      return undefined;
    } catch (error) {
      this.write({ checked, kept: checked });
      return (error as Error).message;
    }
  }

  /** Replaces a file in one step: other calls read it at the same time. */
  #replace(name: string, text: string): void {
    makeFolder(this.#folder);
    const temporary = join(this.#folder, `${randomUUID()}.tmp`);
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, join(this.#folder, name));
  }

  #removeOthers(name: string): void {
    const bundles = readdirSync(this.#folder).filter((file) => file.endsWith(".cjs") && file !== name);
    for (const file of bundles) rmSync(join(this.#folder, file), { force: true });
  }
}

function isKnowledge(value: unknown): value is Knowledge {
  if (!isObject(value)) return false;
  const { checked, kept } = value as { readonly checked?: unknown; readonly kept?: unknown };
  const hasFiles = (part: unknown) => isObject(part) && isObject((part as { files?: unknown }).files);
  const hasManifest = (part: unknown) => isObject((part as { manifest?: unknown }).manifest);
  return (checked === undefined || hasFiles(checked)) && (kept === undefined || (hasFiles(kept) && hasManifest(kept)));
}

export function stampsOf(files: readonly string[]): Stamps {
  return Object.fromEntries(files.map((file) => [file, stampOf(file)]));
}

/** Returns whether all files are as they were. */
export function isCurrent(stamps: Stamps): boolean {
  return Object.entries(stamps).every(([file, stamp]) => stampOf(file) === stamp);
}
