import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { type GlobNames, globMatches, nameMatches, namesIn, withoutBraces } from "../paths/glob.js";

/** The homes of all users: another user's secrets are secrets, too. */
const OTHER_HOMES = ["/root", "/var/root", "/home/*", "/Users/*"].map(namesIn);
const WILD = /[*?]/;

/** Where globs start. */
export interface Bases {
  readonly home: string;
  /** Where relative globs start. Without it, they match anywhere. */
  readonly project: string | undefined;
}

/** A glob without braces. */
interface Glob {
  /** `home`: it starts with `~/`. `anywhere`: it starts with two stars and a slash. */
  readonly start: "home" | "anywhere" | "root" | "project";
  /** Folded, for comparison. */
  readonly names: GlobNames;
  /** A name without wildcards. A path without this name does not match, which saves most comparisons. */
  readonly literal: string | undefined;
  /** The names before the first wildcard, as they are written. */
  readonly folders: readonly string[];
}

/** A list of globs. It reads nothing from the disk, so one list can serve every call. */
export class PlaceList {
  readonly #globs: readonly Glob[];
  readonly #exceptions: readonly Glob[];

  /** `homes`: whether `~` is every user's home, or only that of the current user. */
  constructor(
    globs: readonly string[],
    exceptions: readonly string[] = [],
    private readonly homes: "all" | "own" = "all",
  ) {
    this.#globs = globs.flatMap(withoutBraces).map(parsed);
    this.#exceptions = exceptions.flatMap(withoutBraces).map(parsed);
  }

  /** Returns the places that the globs name now, also those behind links. */
  at(bases: Bases): Places {
    return new Places(this.#globs, this.#exceptions, bases, this.homes === "all" ? OTHER_HOMES : []);
  }
}

/** The files and folders that a list of globs names. */
export class Places {
  readonly #home: GlobNames;
  readonly #project: GlobNames | undefined;
  /** Globs whose folders are behind links, from where these are stored. */
  readonly #linked: readonly GlobNames[];

  constructor(
    private readonly globs: readonly Glob[],
    private readonly exceptions: readonly Glob[],
    { home, project }: Bases,
    private readonly otherHomes: readonly GlobNames[],
  ) {
    this.#home = namesIn(home);
    this.#project = project === undefined ? undefined : namesIn(project);
    this.#linked = linkedNames(globs, { home, project });
  }

  /** Whether an absolute path is one of these places, or in one. */
  has(path: string): boolean {
    const names = namesIn(path);
    const tails = {
      root: [names],
      anywhere: [names],
      home: [this.#home, ...this.otherHomes].flatMap((home) => below(home, names)),
      project: this.#project === undefined ? [names] : below(this.#project, names),
    };
    const present = new Set(names);
    const isNamed = (globs: readonly Glob[]) =>
      globs.some(({ start, names: glob, literal }) => {
        if (literal !== undefined && !present.has(literal)) return false;
        return tails[start].some((tail) => globMatches(glob, tail));
      });
    if (!isNamed(this.globs) && !this.#linked.some((glob) => globMatches(glob, names))) return false;
    return !isNamed(this.exceptions);
  }

  /** Whether a relative path could be one of these places, from any start: whether it ends like one. */
  couldEnd(path: string): boolean {
    const names = namesIn(path).filter((name) => name !== "." && name !== "..");
    const isNamed = (globs: readonly Glob[]) => globs.some((glob) => endsLike(glob.names, names));
    return isNamed(this.globs) && !isNamed(this.exceptions);
  }
}

function parsed(glob: string): Glob {
  const [start, rest] = /^~(?:\/|$)/.test(glob)
    ? (["home", glob.slice(2)] as const)
    : glob.startsWith("**/")
      ? (["anywhere", glob.slice(3)] as const)
      : ([isAbsolute(glob) ? "root" : "project", glob] as const);
  const written = rest.split("/").filter((name) => name !== "" && name !== ".");
  const wild = written.findIndex((name) => WILD.test(name));
  const names = namesIn(rest).filter((name) => name !== ".");
  return {
    start,
    names: start === "anywhere" ? ["**", ...names] : names,
    literal: names.find((name) => !WILD.test(name)),
    folders: wild < 0 ? written : written.slice(0, wild),
  };
}

/** Returns the names after a folder as a list of one item. The list is empty if the path is not in the folder. */
function below(folder: GlobNames, names: GlobNames): GlobNames[] {
  const isIn = folder.length <= names.length && folder.every((name, at) => nameMatches(name, names[at] ?? ""));
  return isIn ? [names.slice(folder.length)] : [];
}

/**
 * Compares from the end: `.kube/config` could be `~/.kube/config`. A mere `config` is too common to be taken for it, so
 * the end must be the whole glob or contain a name that begins with a dot.
 */
function endsLike(glob: GlobNames, names: GlobNames): boolean {
  const wanted = glob.filter((name) => name !== "**");
  return names.some((_, last) => {
    const tail = names.slice(Math.max(0, last + 1 - wanted.length), last + 1);
    const end = wanted.slice(wanted.length - tail.length);
    const isDistinctive = tail.length === wanted.length || tail.some((name) => name.startsWith("."));
    return isDistinctive && tail.every((name, at) => nameMatches(end[at] ?? "", name));
  });
}

/**
 * Returns the globs whose folders are behind links, from where these are stored. A glob for any folder is looked for in
 * the home and in the project: such a file is most often linked from there.
 */
function linkedNames(globs: readonly Glob[], { home, project }: Bases): GlobNames[] {
  const links = new Links();
  return globs.flatMap(({ start, names, folders }) => {
    const bases = {
      root: ["/"],
      home: [home],
      project: project === undefined ? [] : [project],
      anywhere: project === undefined ? [home] : [home, project],
    }[start];
    const rest = names.slice(folders.length + (start === "anywhere" ? 1 : 0));
    return bases.flatMap((base) => {
      const end = links.follow(base, folders);
      return end === undefined ? [] : [[...namesIn(end), ...rest]];
    });
  });
}

/** Looks for links. It looks at each place only once. */
class Links {
  readonly #kinds = new Map<string, "link" | "other" | "missing">();

  /** Returns where a place is stored if one of the names below the base is a link. */
  follow(base: string, names: readonly string[]): string | undefined {
    let place = base;
    for (const [at, name] of names.entries()) {
      place = place === "/" ? `/${name}` : `${place}/${name}`;
      const kind = this.#kindOf(place);
      if (kind === "missing") return undefined;
      if (kind === "link") return targetOf(place, names.slice(at + 1));
    }
    return undefined;
  }

  #kindOf(place: string): "link" | "other" | "missing" {
    let kind = this.#kinds.get(place);
    if (kind === undefined) {
      kind = kindOf(place);
      this.#kinds.set(place, kind);
    }
    return kind;
  }
}

function kindOf(place: string): "link" | "other" | "missing" {
  try {
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return "missing";
    return stats.isSymbolicLink() ? "link" : "other";
  } catch {
    // A file instead of a folder, or a folder that may not be searched: the agent cannot get there either.
    return "missing";
  }
}

/** Returns where a link leads, with the names after it. A dangling one leads to what a write would create. */
function targetOf(link: string, rest: readonly string[]): string | undefined {
  try {
    return realpathSync.native(join(link, ...rest));
  } catch {
    try {
      const target = readlinkSync(link);
      return join(isAbsolute(target) ? target : join(dirname(link), target), ...rest);
    } catch {
      return undefined;
    }
  }
}
