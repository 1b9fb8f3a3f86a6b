import { dirname } from "node:path/posix";
import { absolute, isBelow, isInProject, isTemporary, TEMPORARY } from "../values/paths.js";
import type { State } from "../values/state.js";
import { canMatch, FILLED, HOLE, hasPattern, isKnown, plain } from "../values/text.js";

/** What a deletion of a path would hit. */
export type Target =
  | { readonly is: "system" | "home" | "temporary-root" | "project" | "history" | "outside"; readonly path: string }
  | { readonly is: "harmless" | "unknown" };

/** Folders that a system or all its users need. */
const SYSTEM = [
  ...["/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/media", "/mnt", "/opt", "/proc"],
  ...[
    "/root",
    "/run",
    "/sbin",
    "/srv",
    "/sys",
    "/usr",
    "/usr/bin",
    "/usr/lib",
    "/usr/local",
    "/usr/sbin",
    "/usr/share",
  ],
  ...["/var", "/var/lib", "/var/log", "/Applications", "/Library", "/System", "/Users", "/Volumes", "/private"],
  ...["/private/etc", "/private/var", "/nix", "/snap"],
];

/** Everything in these folders belongs to the system, or leads to another process's folders. */
const BELOW_SYSTEM =
  /^(?:\/private)?\/(?:bin|boot|dev|etc|lib\d*|proc|sbin|sys|usr|nix|snap|System|var\/(?:lib|log|spool|db))\//;

/** Folders of a home that hold what people keep. */
const OWN_FOLDERS = [
  ...["Desktop", "Documents", "Downloads", "Movies", "Music", "Pictures", "Public", "Videos", "Library"],
  ...[".config", ".ssh", ".gnupg", ".local", ".local/share", ".aws", ".kube", "Projects", "projects", "src", "code"],
];

/** Returns what a recursive deletion of a path would hit. */
export function targetOf(text: string, state: State): Target {
  if (text === "" || text === HOLE) return { is: text === "" ? "harmless" : "unknown" };
  // If the variable is unset, only the rest is left: `"$X"/*` becomes `/*`.
  if (!isKnown(text)) {
    const rest = text.replaceAll(HOLE, "");
    const target = rest.startsWith("/") && text.startsWith(HOLE) ? targetOf(rest, state) : undefined;
    const isUnset = !text.startsWith(FILLED) && text.startsWith(HOLE) && !BELOW_SYSTEM.test(rest);
    if (target?.is === "system" && isUnset) return target;
  }
  const path = absolute(text, state);
  if (path === undefined) return { is: "unknown" };
  return targetAt(path, state);
}

function targetAt(path: string, state: State): Target {
  const { folder, isContent } = contentFolder(path);
  if (SYSTEM.some((name) => canMatch(folder, name))) return { is: "system", path: plain(path) };
  if (isHome(folder, state)) return { is: "home", path: plain(path) };
  if (TEMPORARY.includes(folder)) return isContent ? { is: "harmless" } : { is: "temporary-root", path: plain(path) };
  if (
    state.project !== undefined &&
    state.project !== "/" &&
    (folder === state.project || isBelow(state.project, folder))
  ) {
    return { is: "project", path: plain(path) };
  }
  if (isHistory(path)) return { is: "history", path: plain(path) };
  if (state.start !== undefined && state.start !== "/" && folder === state.start)
    return { is: "project", path: plain(path) };
  if (isInProject(path, state) && leadsOut(path.slice(0, path.lastIndexOf("/")), state)) {
    return { is: "outside", path: plain(path) };
  }
  if (isTemporary(path) || isInProject(path, state)) return { is: "harmless" };
  // A project may be in a folder of the system.
  if (path.includes(HOLE) && isInProject(path.slice(0, path.indexOf(HOLE)), state)) return { is: "unknown" };
  if (BELOW_SYSTEM.test(path)) return { is: "system", path: plain(path) };
  if (!isKnown(path)) return { is: "unknown" };
  return { is: "outside", path: plain(path) };
}

/** `/x/*` and `/x/.*` hit everything in `/x`. */
function contentFolder(path: string): { folder: string; isContent: boolean } {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const isAll = name !== "" && hasPattern(name) && /^[\uE001-\uE003.]+$/.test(name) && isKnown(name);
  return isAll ? { folder: path.slice(0, slash) || "/", isContent: true } : { folder: path, isContent: false };
}

function isHome(folder: string, { userHome: home }: State): boolean {
  const own = home === undefined ? [] : [home, ...OWN_FOLDERS.map((name) => `${home}/${name}`)];
  return own.some((path) => canMatch(folder, path)) || /^\/(?:home|Users)\/[^/]+$/.test(folder);
}

/** Whether a path is a repository's `.git` or a part of it with history. The folder `hooks`, for example, has none. */
function isHistory(path: string): boolean {
  return /\/[^/]*\.git(?:\/(?:(?:objects|refs|logs|HEAD|packed-refs|worktrees|modules|config|index)(?:\/.*)?|[\uE001]))?$/.test(
    path,
  );
}

/** Files that are devices, or that belong to the process itself. */
const HARMLESS =
  /^\/dev\/(?:null|zero|full|random|urandom|tty|ptmx|std(?:in|out|err)|(?:fd|pts|tcp|udp)\/.*)$|^\/proc\/(?:self|thread-self|\$\$)\/fd\//;
/** Files of a home that configure shells and programs. Whoever writes them changes what runs later. */
const IN_HOME = /^(?:\/root|\/home\/[^/]+|\/Users\/[^/]+)\/\./;

/** Whether a path is outside the project and the folders for temporary files, as far as its text shows. */
export function isOutside(path: string, state: State, what?: "link"): boolean {
  // A pattern selects files in its folder.
  const known = path.replace(/[\uE000-\uE003].*$/s, "");
  if (HARMLESS.test(path) || known === "" || known === "/") return false;
  const folder = known.replace(/(.)\/$/, "$1");
  const { project, disk } = state;
  const hasProject = project !== undefined && project !== "/" && disk.isProjectKnown;
  if (hasProject && (folder === project || isBelow(folder, project)))
    return leadsOut(what === "link" ? dirname(folder) : folder, state);
  if (TEMPORARY.includes(folder) || isTemporary(folder)) return false;
  if (hasProject) return disk.isInside === undefined || !disk.isInside(project, folder);
  return (
    BELOW_SYSTEM.test(path) ||
    IN_HOME.test(path) ||
    (state.userHome !== undefined && path.startsWith(`${state.userHome}/.`))
  );
}

/** Whether a path in the project leads out of it through a link, but not to temporary files. */
function leadsOut(path: string, { project, disk: { isInside } }: State): boolean {
  if (project === undefined || isInside === undefined || path === "") return false;
  return ![project, ...TEMPORARY].some((folder) => isInside(folder, path));
}
