import { lstatSync, opendirSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { type GlobNames, globMatches, nameMatches, namesIn, withoutBraces } from "../paths/glob.js";
import { globOverlaps, isPattern, nameOverlaps, patternNames } from "../paths/overlap.js";
import { foldedPath } from "../paths/path-names.js";
import { belowOnAnyDrive, IS_WINDOWS } from "../paths/windows-names.js";

/** The homes of all users: another user's secrets are secrets, too. */
const OTHER_HOMES = (IS_WINDOWS ? ["C:/Users/*"] : ["/root", "/var/root", "/home/*", "/Users/*"]).map(namesIn);
const WILD = /[*?]/;

/** Where globs start. */
export interface Bases {
  readonly home: string;
  /** Where relative globs start. Without it, they match anywhere. */
  readonly project: string | undefined;
}

/** A glob without braces. Most globs stay text: a startup snapshot loads all of them in every process. */
interface Glob {
  /** `home`: it starts with `~/`. `anywhere`: it starts with two stars and a slash. */
  readonly start: "home" | "anywhere" | "root" | "project";
  /** Without the start, as it is written. */
  readonly rest: string;
  /** A folded name without wildcards. A path without this name does not match, which saves most comparisons. */
  readonly literal: string | undefined;
  /** The first name, folded. `undefined` if it has wildcards. */
  readonly first: string | undefined;
  /** Folded, for comparison. Only for a glob without a literal, which is compared with every path. */
  readonly names: GlobNames | undefined;
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
  at(bases: Bases, links = new Links()): Places {
    return new Places(this.#globs, this.#exceptions, bases, this.homes === "all" ? OTHER_HOMES : [], links);
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
    links: Links,
  ) {
    this.#home = namesIn(home);
    this.#project = project === undefined ? undefined : namesIn(project);
    this.#linked = linkedNames(globs, { home, project }, links);
  }

  /** Whether an absolute path is one of these places, or in one. */
  has(path: string): boolean {
    const names = namesIn(path);
    const tails = this.#tailsOf(names);
    const present = new Set(names);
    const isNamed = (globs: readonly Glob[]) =>
      globs.some((glob) => {
        if (glob.literal !== undefined && !present.has(glob.literal)) return false;
        const wanted = namesOf(glob);
        return tails[glob.start].some((tail) => globMatches(wanted, tail));
      });
    if (!isNamed(this.globs) && !this.#linked.some((glob) => globMatches(glob, names))) return false;
    return !isNamed(this.exceptions);
  }

  /** Whether an absolute path with patterns or unknown names could be one of these places, or in one. */
  couldBe(path: string): boolean {
    const names = patternNames(path);
    const tails = this.#tailsOf(names);
    const patterns = names.filter(isPattern);
    const canHave = (name: string) =>
      names.includes(name) || patterns.some((one) => one === "**" || nameOverlaps(name, one));
    const isNamed = (glob: Glob) =>
      (glob.literal === undefined || canHave(glob.literal)) &&
      tails[glob.start].some((tail) => {
        const isHome = glob.start === "home" && tail[0] === "**";
        return globOverlaps(namesOf(glob), tail, glob.start === "project", isHome);
      });
    if (!this.globs.some(isNamed) && !this.#linked.some((glob) => globOverlaps(glob, names, true))) return false;
    return !this.exceptions.some((glob) => tails[glob.start].some((tail) => globMatches(namesOf(glob), tail)));
  }

  /** Returns the names with which each kind of glob is compared. */
  #tailsOf(names: GlobNames): Readonly<Record<Glob["start"], readonly GlobNames[]>> {
    return {
      root: [names],
      anywhere: [names],
      home: [this.#home, ...this.otherHomes].flatMap((home) => belowHome(home, names)),
      project: this.#project === undefined ? [names] : below(this.#project, names),
    };
  }

  /**
   * Whether one of these places can be in a folder. Globs that start anywhere can be in any folder, so they count only
   * for a folder that they name, such as `.git`: one whose name begins with a dot.
   */
  canBeIn(folder: string): boolean {
    const names = namesIn(folder);
    const homes = [this.#home, ...this.otherHomes];
    const bases = { root: [[]], home: homes, project: this.#project === undefined ? [] : [this.#project] };
    const isNamed = (glob: Glob) => {
      const wanted = namesOf(glob);
      if (glob.start === "anywhere") return endsInFolder(wanted.slice(1), names);
      return bases[glob.start].some((base) => beginsWith([...base, ...wanted], names));
    };
    return this.globs.some(isNamed) || this.#linked.some((glob) => beginsWith(glob, names));
  }

  /** Whether a relative path could be one of these places, from any start: whether it ends like one. */
  couldEnd(path: string): boolean {
    const names = namesIn(path).filter((name) => name !== "." && name !== "..");
    const isNamed = (globs: readonly Glob[]) => globs.some((glob) => endsLike(namesOf(glob), names));
    return isNamed(this.globs) && !isNamed(this.exceptions);
  }
}

function parsed(written: string): Glob {
  const glob = IS_WINDOWS ? written.replaceAll("\\", "/") : written;
  const [start, rest] = /^~(?:\/|$)/.test(glob)
    ? (["home", glob.slice(2)] as const)
    : glob.startsWith("**/")
      ? (["anywhere", glob.slice(3)] as const)
      : ([isAbsolute(glob) ? "root" : "project", glob] as const);
  const names = namesOf({ start, rest });
  const literal = names.find((name) => !WILD.test(name));
  const [first] = foldersOf({ rest });
  return {
    start,
    rest,
    literal,
    first: first === undefined ? undefined : foldedPath(first),
    names: literal === undefined ? names : undefined,
  };
}

function namesOf({ start, rest, names }: Pick<Glob, "start" | "rest"> & Partial<Pick<Glob, "names">>): GlobNames {
  if (names !== undefined) return names;
  const folded = namesIn(rest).filter((name) => name !== ".");
  return start === "anywhere" ? ["**", ...folded] : folded;
}

/** Returns the names before the first wildcard, as they are written. */
function foldersOf({ rest }: Pick<Glob, "rest">): readonly string[] {
  const written = rest.split("/").filter((name) => name !== "" && name !== ".");
  const wild = written.findIndex((name) => WILD.test(name));
  return wild < 0 ? written : written.slice(0, wild);
}

/** Returns the names after the home of a user, in each way in which a path can lead to it. */
function belowHome(home: GlobNames, names: GlobNames): readonly GlobNames[] {
  return IS_WINDOWS ? belowOnAnyDrive(home.slice(1), names, nameMatches) : below(home, names);
}

/** Returns the names after a folder as a list of one item. The list is empty if the path is not in the folder. */
function below(folder: GlobNames, names: GlobNames): GlobNames[] {
  const isIn = folder.length <= names.length && folder.every((name, at) => nameMatches(name, names[at] ?? ""));
  return isIn ? [names.slice(folder.length)] : [];
}

/** Whether what a glob matches can be in a folder. */
function beginsWith(glob: GlobNames, folder: GlobNames): boolean {
  const wild = glob.indexOf("**");
  const known = wild < 0 ? folder : folder.slice(0, wild);
  const isSame = known.every((name, at) => nameMatches(glob[at] ?? "", name));
  return isSame && (glob.length > folder.length || wild >= 0);
}

/** Whether a folder ends with the first names of a glob, one of which begins with a dot. */
function endsInFolder(glob: GlobNames, folder: GlobNames): boolean {
  const folders = glob.slice(0, -1);
  return folders.some((_, last) => {
    const wanted = folders.slice(0, last + 1);
    const tail = folder.slice(-wanted.length);
    const isSame = tail.length === wanted.length && wanted.every((name, at) => nameMatches(name, tail[at] ?? ""));
    return isSame && wanted.some((name) => name.startsWith("."));
  });
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
 * the home and in the project, because these two folders most often have the link to such a file.
 */
function linkedNames(globs: readonly Glob[], { home, project }: Bases, links: Links): GlobNames[] {
  const inProject = project === undefined ? [] : [project];
  const basesOf = { root: ["/"], home: [home], project: inProject, anywhere: [home, ...inProject] };
  const linked: GlobNames[] = [];
  for (const glob of globs) {
    const { start, first } = glob;
    if (first === undefined) continue;
    for (const base of basesOf[start]) {
      if (!links.mayHave(base, first)) continue;
      const folders = foldersOf(glob);
      const end = links.follow(base, folders);
      const rest = namesOf(glob).slice(folders.length + (start === "anywhere" ? 1 : 0));
      if (end !== undefined) linked.push([...namesIn(end), ...rest]);
    }
  }
  return linked;
}

/** Looking for each name is faster than listing a folder with more names than this. */
const MAX_LISTED = 1000;

/** Looks for links. It looks at each place only once. */
export class Links {
  readonly #kinds = new Map<string, "link" | "other" | "missing">();
  readonly #listings = new Map<string, ReadonlySet<string> | undefined>();

  /** Whether a folder can contain a folded name. Listing it once is faster than looking for a hundred names in it. */
  mayHave(folder: string, name: string): boolean {
    if (name === "..") return true;
    if (!this.#listings.has(folder)) this.#listings.set(folder, namesInFolder(folder));
    return this.#listings.get(folder)?.has(name) ?? true;
  }

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

/** Returns the folded names in a folder, or `undefined` if they are many or cannot be listed. */
function namesInFolder(folder: string): ReadonlySet<string> | undefined {
  try {
    const names = new Set<string>();
    const directory = opendirSync(folder, { bufferSize: MAX_LISTED });
    try {
      for (let read = 0; read <= MAX_LISTED; read += 1) {
        const entry = directory.readSync();
        if (entry === null) return names;
        names.add(foldedPath(entry.name));
      }
      return undefined;
    } finally {
      directory.closeSync();
    }
  } catch {
    return undefined;
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
