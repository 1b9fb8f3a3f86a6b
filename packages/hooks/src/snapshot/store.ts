import { createHash, randomUUID } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { makeFolder, stateFolder } from "@agent-hook/sdk/internal/state-folder";
import { git } from "./git.js";
import { ownGitOf, textOf } from "./project.js";

/** The checkpoints of one project: a bare git repository in the user's state folder. */
export interface Store {
  readonly project: string;
  readonly folder: string;
}

/** Returns where the stores are. Only their owner may read them: they contain files of projects. */
function snapshotsFolder(): string {
  return join(stateFolder(), "snapshots");
}

/** Returns a project's store, which need not exist. */
export function storeOf(project: string): Store {
  const hash = createHash("sha256").update(project).digest("hex").slice(0, 16);
  const name = basename(project)
    .replace(/[^\w.-]/g, "_")
    .slice(0, 40);
  return { project, folder: join(snapshotsFolder(), `${name}-${hash}`) };
}

export function storeExists({ folder }: Store): boolean {
  return existsSync(join(folder, "HEAD"));
}

/** Returns the folders that have a store. */
export function knownProjects(): string[] {
  const state = snapshotsFolder();
  if (!existsSync(state)) return [];
  const names = readdirSync(state).filter((name) => !name.startsWith("."));
  return names.map((name) => textOf(join(state, name, PROJECT_FILE))).filter((path) => path !== "");
}

/** How the folder of a store is called while it is made. A killed process leaves it. */
export const DRAFT_STORE = ".new-";

const PROJECT_FILE = "agent-hook-project";

/** Returns a project's store. Creates it if it does not exist, also while other processes do the same. */
export async function openStore(project: string, signal?: AbortSignal): Promise<Store> {
  const store = storeOf(project);
  if (!storeExists(store)) await create(store, signal);
  writeExclude(store);
  return store;
}

async function create({ folder, project }: Store, signal: AbortSignal | undefined): Promise<void> {
  makeFolder(snapshotsFolder());
  // A complete store gets its name at once, so that no process sees an incomplete store.
  const draft = mkdtempSync(join(snapshotsFolder(), DRAFT_STORE));
  try {
    await git(["init", "--quiet", "--bare", "--template="], { store: draft, signal });
    appendFileSync(join(draft, "config"), CONFIG);
    mkdirSync(join(draft, "info"), { recursive: true });
    writeFileSync(join(draft, "info/attributes"), ATTRIBUTES);
    mkdirSync(join(draft, "work"));
    writeFileSync(join(draft, PROJECT_FILE), project);
    renameSync(draft, folder);
  } catch (error) {
    // Another process was first.
    if (!storeExists({ folder, project })) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * The last value of a setting counts, so these replace what `git init` wrote. Without `fsync`, a power failure can damage
 * the newest checkpoints. With it, each call would wait for the disk, for seconds on a busy one.
 */
const CONFIG = `
[core]
	bare = false
	fileMode = true
	symlinks = true
	autocrlf = false
	safecrlf = false
	attributesFile = /dev/null
	hooksPath = /dev/null
	fsmonitor = false
	untrackedCache = false
	logAllRefUpdates = false
	precomposeUnicode = false
	protectNTFS = false
	compression = 1
	fsync = none
[gc]
	auto = 3000
	packRefs = false
	cruftPacks = false
	pruneExpire = 2.hours.ago
`;

/** Files are saved byte by byte, whatever a project's `.gitattributes` says, and no filter is started. */
const ATTRIBUTES = "* -text -ident -filter !working-tree-encoding\n";

/** Copies the project's ignored patterns that are not in a `.gitignore`, and adds the store itself. */
function writeExclude({ project, folder }: Store): void {
  const path = join(folder, "info/exclude");
  const own = ownGitOf(project);
  const inside = relative(project, realpathSync(snapshotsFolder()));
  const isInside = !inside.startsWith("..") && !isAbsolute(inside);
  const patterns = [
    own === undefined ? "" : textOf(own.exclude),
    // Escaped, because a name can contain characters of patterns.
    isInside
      ? `/${inside
          .split(sep)
          .join("/")
          .replace(/[\\*?[\] ]/g, "\\$&")}/`
      : "",
  ].join("\n");
  if (patterns === textOf(path)) return;
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, patterns);
  renameSync(draft, path);
}
