import { existsSync, lstatSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, normalize, parse, sep } from "node:path";
import { isInside } from "@agent-hook/sdk";
import { type Definitions, MACHINES } from "@agent-hook/sdk/internal/machines";
import type { Level } from "../level.js";
import { nameMatches, namesIn, withoutBraces } from "../paths/glob.js";
import { isPattern } from "../paths/overlap.js";
import { foldedPath, isBelow } from "../paths/path-names.js";
import { NOT_SECRETS, SECRET_FILES } from "../paths/secret-files.js";
import { IS_WINDOWS, isOnNetwork, isWindowsDevice, isWindowsNull } from "../paths/windows-names.js";
import { isHarmless } from "./definitions.js";
import { destinationOf } from "./destination.js";
import type { FileUse, FileUses } from "./file-uses.js";
import { insideOf, kindOnDisk, withSelected } from "./on-disk.js";
import { globsSchema, type ProtectFilesSettings } from "./options.js";
import { isPerProcess } from "./per-process.js";
import { type Bases, Links, PlaceList, type Places } from "./places.js";
import { MAX_PATH_BYTES, readingsOf } from "./readings.js";
import { hookFiles, movedSettings, movedState, NOT_SETTINGS, SETTINGS_FILES } from "./settings-files.js";
import { textOf } from "./text-of.js";

/** Why a call is denied or a person is asked. */
export interface FileFinding {
  readonly level: Exclude<Level, "allow">;
  /** `secrets`, `settings`, `outside`, `unknown`, or a rule of the options: `rules[0]`. */
  readonly rule: string;
  readonly reason: string;
}

/** Devices that store nothing. */
const DEVICES = /^\/dev\/(?:null|zero|full|tty|std(?:in|out|err))$/;
const PER_PROCESS = /^\/(?:proc|dev\/(?:fd|std(?:in|out|err)))(?:\/|$)/;
/** Names that a pattern for secret files selects, and names that only a pattern for any file selects. */
const SECRET_NAMES = [".env", ".env.local", ".env.production", "prod.env", "id_rsa", "server.key", "key.pem", ".netrc"];
const OTHER_NAMES = ["main.ts", "README.md", ".gitignore"];

/** The lists that are the same for every hook, parsed when they are first needed. */
let shared:
  | {
      readonly secrets: PlaceList;
      readonly settings: PlaceList;
      readonly definitions: readonly { readonly host: string; readonly list: PlaceList; readonly one: Definitions }[];
    }
  | undefined;

/** Returns the parsed lists. They hold nothing of the environment, so that a snapshot may contain them. */
export function sharedLists() {
  shared ??= {
    secrets: new PlaceList(SECRET_FILES, NOT_SECRETS),
    settings: new PlaceList(SETTINGS_FILES, NOT_SETTINGS),
    definitions: Object.entries(MACHINES).flatMap(([host, { definitions }]) =>
      definitions.map((one) => ({ host, list: new PlaceList(one.files), one })),
    ),
  };
  return shared;
}

/** The globs that decide, parsed once. */
export class FileRules {
  readonly secrets: readonly PlaceList[];
  readonly settings: readonly PlaceList[];
  readonly rules: readonly PlaceList[];

  /** `imported`: the modules that a policy imports. */
  constructor(
    readonly options: ProtectFilesSettings,
    readonly imported: readonly string[],
  ) {
    const moved = movedSettings(process.env);
    const state = movedState(process.env);
    this.secrets = [sharedLists().secrets, ...(state.length === 0 ? [] : [new PlaceList(state, [])])];
    const { settings } = sharedLists();
    this.settings = [settings, ...(moved.length === 0 ? [] : [new PlaceList(moved, NOT_SETTINGS)])];
    this.rules = options.rules.map(({ paths }) => {
      const globs = typeof paths === "function" ? globsSchema().parse(paths()) : paths;
      return new PlaceList(globs, [], "own");
    });
  }
}

/** Decides on the files of one call. The first denial counts, or else the first question to a person. */
export class FileJudge {
  readonly #home = homedir();
  readonly #options: ProtectFilesSettings;
  readonly #writable: readonly string[];
  readonly #secrets: readonly Places[];
  readonly #rules: readonly Places[];
  readonly #bases: Bases;
  readonly #links = new Links();
  #unwritable:
    | {
        readonly settings: readonly Places[];
        readonly definitions: readonly (readonly [Places, Definitions])[];
        readonly own: Places;
      }
    | undefined;

  constructor(
    private readonly fileRules: FileRules,
    private readonly project: string | undefined,
    private readonly host: string,
  ) {
    const { options, secrets, rules } = fileRules;
    this.#bases = { home: this.#home, project };
    this.#options = options;
    this.#secrets = secrets.map((list) => list.at(this.#bases, this.#links));
    this.#rules = rules.map((list) => list.at(this.#bases, this.#links));
    const folders = options.folders.map((folder) => atHome(folder, this.#home));
    this.#writable = [...(project === undefined ? [] : [project]), ...folders, ...temporary()];
  }

  async judge({ files, missing, cwd, isLocal }: FileUses): Promise<FileFinding | undefined> {
    const findings: (FileFinding | undefined)[] = [];
    for (const file of files) findings.push(await this.#judgeFile(file, cwd, isLocal));
    if (missing === "patch") findings.push(finding(this.#options.settings, "settings", MISSING.patch));
    else if (missing !== undefined) {
      findings.push(this.#unknown(MISSING[missing], missing === "command" ? "allow" : "deny"));
    }
    return strictest(findings);
  }

  /** Returns the settings and this hook's own files. Only a write needs them: looking for their links takes time. */
  #findUnwritable() {
    this.#unwritable ??= {
      settings: this.fileRules.settings.map((list) => list.at(this.#bases, this.#links)),
      definitions: sharedLists()
        .definitions.filter(({ host, one }) => !one.isForeign || host === this.host)
        .map(({ list, one }) => [list.at(this.#bases, this.#links), one]),
      own: new PlaceList(hookFiles(process.argv, this.fileRules.imported, this.project)).at(this.#bases, this.#links),
    };
    return this.#unwritable;
  }

  /** Judges every reading of a path. The strictest answer counts. */
  async #judgeFile(
    { path, access, moves, textAfter, below }: FileUse,
    cwd: string | undefined,
    isLocal: boolean,
  ): Promise<FileFinding | undefined> {
    const use = {
      access,
      moves,
      textAfter,
      below,
      isLocal,
      named: JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}...` : path),
    };
    const { paths, relative, isUnclear } = readingsOf(path, cwd, this.#home);
    const findings = await Promise.all(paths.map((reading) => this.#judgeReading(reading, use)));
    findings.push(...(await Promise.all(relative.map((reading) => this.#judgeEnd(reading, use)))));
    if (access === "read" && selectsSecrets(path)) findings.push(this.#secret(use));
    // A write must name exactly one file. A read need not: a relative path is judged by its end.
    const isVague = access === "write" && (relative.length > 0 || paths.length === 0 || /\p{C}/u.test(path));
    if (isLocal && (isUnclear || isVague)) {
      const reason = `Which file is ${use.named}? Write the whole path, beginning with /, without invisible characters.`;
      findings.push(this.#unknown(reason));
    }
    return strictest(findings);
  }

  async #judgeReading(path: string, use: Use): Promise<FileFinding | undefined> {
    const written = normalize(path);
    if (isHarmlessDevice(written)) return undefined;
    if (IS_WINDOWS && use.access === "write" && isWindowsDevice(written)) {
      return this.#unknown(`${use.named} is a device of Windows, and not a file. Use another name.`);
    }
    if (IS_WINDOWS && isOnNetwork(written) && !this.#isInProject(written)) return this.#judgeName(written, use);
    const ends = await Promise.all([...new Set([path, written])].map(destinationOf));
    const own = [...new Set([written, ...ends.filter((end) => end !== undefined)])];
    const names = use.access === "write" ? withSelected(own) : own;
    const folders = use.below === undefined ? [] : names.filter((name) => this.#canMatter(name));
    const inside = folders.flatMap((folder) => insideOf(folder, use.below ?? []));
    const all = [...names, ...inside];
    const patterns = use.access === "write" ? all.filter(isPattern) : [];
    // Whoever moves a folder moves all files in it.
    const isMoved = use.moves === "always" || (use.moves === "unless-folder" && !isFolder(written));
    const isNamed = (places: Places) => names.some((name) => places.has(name) || (isMoved && places.canBeIn(name)));
    const isIn = (places: Places) => {
      return (
        isNamed(places) || inside.some((name) => places.has(name)) || patterns.some((name) => places.couldBe(name))
      );
    };
    // A link with an allowed name can lead to another file, so all of its names must be allowed.
    const isAllowedIn = (places: Places) => !ends.includes(undefined) && all.every((name) => places.has(name));
    const rule = this.#ruleFor(use, (places, level) => (level === "allow" ? isAllowedIn(places) : isIn(places)));
    if (rule !== undefined) return rule.finding;
    if (this.#secrets.some(isNamed)) return this.#secret(use);
    if (use.access === "write") {
      const { settings, own: hook } = this.#findUnwritable();
      // A project has settings in folders that no list names with its whole path.
      const isProjectMoved = isMoved && names.some((name) => this.#isAround(name));
      if (isProjectMoved || settings.some(isIn) || isIn(hook)) return this.#setting(use);
      const definition = await this.#judgeDefinitions(use, isIn, written);
      if (definition !== undefined) return definition;
      if (!use.isLocal && !isOnThisDisk(written)) return undefined;
      if (ends.includes(undefined)) {
        return this.#unknown(`${use.named} leads through a link that cannot be followed. Name the file itself.`);
      }
    }
    // The list of secrets decides on reads that name files of processes. A link hides that it leads to such a file.
    const others = use.access === "write" ? own : own.filter((name) => !PER_PROCESS.test(foldedPath(name)));
    if ((await Promise.all(others.map((name) => isPerProcess(name)))).includes(true)) {
      return this.#unknown(`${use.named} leads through /proc or /dev/fd, where each process finds other files.`);
    }
    return use.access === "write" ? this.#judgePlace(path, use) : undefined;
  }

  /** Whether what a copy puts into a folder can matter: in the project, or in a folder of settings. */
  #canMatter(folder: string): boolean {
    if (this.#isInProject(folder)) return true;
    return this.#findUnwritable().settings.some((places) => places.couldBe(`${folder}/**`));
  }

  /** Whether a folder is the project, or one around it. */
  #isAround(folder: string): boolean {
    return this.project !== undefined && isBelow(folder, this.project);
  }

  #isInProject(path: string): boolean {
    return this.project !== undefined && isBelow(this.project, path);
  }

  /** Judges a path only by its text. */
  async #judgeName(path: string, use: Use): Promise<FileFinding | undefined> {
    const rule = this.#ruleFor(use, (places) => places.has(path));
    if (rule !== undefined) return rule.finding;
    if (this.#secrets.some((places) => places.has(path))) return this.#secret(use);
    if (use.access === "read") return undefined;
    const isSetting = this.#findUnwritable().settings.some((places) => places.has(path));
    if (isSetting) return this.#setting(use);
    const reason = `${use.named} is on another machine. Ask the user to write it.`;
    return (
      (await this.#judgeDefinitions(use, (places) => places.has(path))) ??
      finding(this.#options.outside, "outside", reason)
    );
  }

  /** Judges a relative path by its end, because its start is not known. */
  async #judgeEnd(path: string, use: Use): Promise<FileFinding | undefined> {
    const rule = this.#ruleFor(use, (places, level) => level !== "allow" && places.couldEnd(path));
    if (rule !== undefined) return rule.finding;
    if (this.#secrets.some((places) => places.couldEnd(path))) return this.#secret(use);
    if (use.access !== "write") return undefined;
    const isSetting = this.#findUnwritable().settings.some((places) => places.couldEnd(path));
    return isSetting ? this.#setting(use) : this.#judgeDefinitions(use, (places) => places.couldEnd(path));
  }

  /** Judges a write of a skill, a command or an agent. `path` is where the text before the call is, if that is known. */
  async #judgeDefinitions(
    use: Use,
    isIn: (places: Places) => boolean,
    path?: string,
  ): Promise<FileFinding | undefined> {
    const definitions = this.#findUnwritable().definitions.flatMap(([places, one]) => (isIn(places) ? [one] : []));
    if (definitions.length === 0) return undefined;
    if (definitions.some(({ keys }) => keys === "all")) return this.#setting(use);
    const text = use.textAfter?.(() => (path === undefined ? undefined : textOf(path)));
    const harmless = await Promise.all(
      definitions.map((definition) => text !== undefined && isHarmless(text, definition)),
    );
    return harmless.includes(false) ? this.#definition(use) : undefined;
  }

  /** Returns what the first matching rule of the options decides, or `undefined` if none matches. */
  #ruleFor(
    { access, named }: Use,
    matches: (places: Places, level: Level) => boolean,
  ): { readonly finding: FileFinding | undefined } | undefined {
    for (const [at, places] of this.#rules.entries()) {
      const { [access]: level, reason = `${named} is protected. Ask the user.` } = this.#options.rules[at] ?? {};
      if (level === undefined || !matches(places, level)) continue;
      return { finding: level === "allow" ? undefined : { level, rule: `rules[${at}]`, reason } };
    }
    return undefined;
  }

  #secret({ named }: Use): FileFinding | undefined {
    const reason = `${named} can hold secrets. Work without it, or ask the user for what you need from it.`;
    return finding(this.#options.secrets, "secrets", reason);
  }

  #setting({ named }: Use): FileFinding | undefined {
    const reason = `${named} configures the agent, its hooks, git or the system. Ask the user to change it.`;
    return finding(this.#options.settings, "settings", reason);
  }

  #definition({ named }: Use): FileFinding | undefined {
    const parts = "hooks, MCP servers or lines for a shell";
    const reason = `${named} can run code that no hook judges: it configures the agent if it has ${parts}. Write the whole file without them with the tool that writes files, and its frontmatter as plain YAML, or ask the user.`;
    return finding(this.#options.settings, "settings", reason);
  }

  #judgePlace(path: string, { named }: Use): FileFinding | undefined {
    // `mv a b` names `b/a`, because `b` could be a folder.
    const place = kindOnDisk(dirname(path)) === "file" ? dirname(path) : path;
    if (this.#writable.some((folder) => isInside(folder, place))) return undefined;
    if (this.project === undefined) {
      const why = "Nobody told this hook which folder is the project's";
      return this.#unknown(
        `${why}, so ${named} is not written. Ask the user to set the option project of protectFiles.`,
      );
    }
    const reason = `${named} is outside of the project. Write in ${this.project}, or ask the user to write it.`;
    return finding(this.#options.outside, "outside", reason);
  }

  #unknown(reason: string, byDefault: Level = "deny"): FileFinding | undefined {
    return finding(this.#options.unknown ?? byDefault, "unknown", reason);
  }
}

/** How a call uses a file. `named` is the path for people. */
interface Use {
  readonly access: FileUse["access"];
  readonly moves: FileUse["moves"];
  readonly textAfter: FileUse["textAfter"];
  readonly below: FileUse["below"];
  readonly isLocal: boolean;
  readonly named: string;
}

function finding(level: Level, rule: string, reason: string): FileFinding | undefined {
  return level === "allow" ? undefined : { level, rule, reason };
}

function strictest(findings: readonly (FileFinding | undefined)[]): FileFinding | undefined {
  return findings.find((one) => one?.level === "deny") ?? findings.find((one) => one !== undefined);
}

const MISSING = {
  "no path": "This call names no file. Give its path as text.",
  patch:
    "It is not clear which files this patch changes, and one may be a file that configures the agent. Write the patch into a file first, or into the command as text.",
  command: "It is not clear which files this command uses. Name them in the command.",
};

export function atHome(path: string, home: string = homedir()): string {
  return path === "~" || path.startsWith("~/") || path.startsWith(`~${sep}`) ? `${home}${path.slice(1)}` : path;
}

/** Whether a folder is there. A link to a folder can be replaced like a file. */
function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a pattern selects secret files by their names, and not just all files. */
function selectsSecrets(text: string): boolean {
  if (!/[*?{]/.test(text) || text.length > MAX_PATH_BYTES) return false;
  const globs = patterns(text);
  // Nobody looks through so many.
  if (globs === undefined) return true;
  const names = globs.map((one) => namesIn(one).at(-1) ?? "");
  const matches = (name: string) => names.some((one) => nameMatches(one, name));
  return SECRET_NAMES.some(matches) && !OTHER_NAMES.some(matches);
}

/** Returns the globs that the braces of a glob stand for, or `undefined` if they are too many. */
function patterns(text: string): readonly string[] | undefined {
  try {
    return withoutBraces(text);
  } catch {
    return undefined;
  }
}

/** macOS has a folder for each user, and `/tmp` for programs that do not ask. */
function temporary(): string[] {
  return process.platform === "darwin" ? [tmpdir(), "/tmp"] : [tmpdir()];
}

/** Whether the first folder of a path exists: `/docs/start` can be the address of a page. */
function isOnThisDisk(path: string): boolean {
  const { root } = parse(path);
  const [first = ""] = path.slice(root.length).split(sep);
  return existsSync(`${root}${first}`);
}

function isHarmlessDevice(path: string): boolean {
  if (!IS_WINDOWS) return DEVICES.test(path);
  // The shells of Unix that run on Windows know the devices of Unix, on any drive.
  return isWindowsNull(path) || DEVICES.test(path.slice(parse(path).root.length - 1).replaceAll(sep, "/"));
}
