import { type Dirent, existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** The folders of one run. */
export interface Folders extends AsyncDisposable {
  /** The agent's HOME. It contains only files written for this run. */
  readonly home: string;
  /** The working directory. */
  readonly project: string;
}

/** Creates two folders for one run. Their names have quotes and spaces, which often break commands. */
export async function makeFolders(): Promise<Folders> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "agent-hook-run-")));
  const [home, project] = [join(folder, "it's a home"), join(folder, "it's a project")];
  await Promise.all([mkdir(home), mkdir(project)]);
  return {
    home,
    project,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** File contents by name. */
export type Files = Readonly<Record<string, string>>;

/** Writes files below a folder. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Sets top-level fields of a JSON file, and keeps the others. The file may be missing. */
export async function setFields(folder: string, name: string, fields: object): Promise<void> {
  const file = join(folder, name);
  const before = existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : {};
  await writeFiles(folder, { [name]: JSON.stringify({ ...before, ...fields }) });
}

/** Reads all files below a folder. */
export async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8")]);
  return Object.fromEntries(await Promise.all(files));
}

/** Reads the files of both folders and of the folders in them. Names that start with a dot are left out. */
export async function readVisible({ home, project }: Folders): Promise<{ home: Files; project: Files }> {
  return { home: await readVisibleIn(home), project: await readVisibleIn(project) };
}

async function readVisibleIn(folder: string): Promise<Files> {
  const entries = await visibleEntries(folder);
  const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => visibleEntries(join(folder, name)));
  const files = [...entries, ...(await Promise.all(inner)).flat()].filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const read = paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8")]);
  return Object.fromEntries(await Promise.all(read));
}

async function visibleEntries(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter(({ name }) => !name.startsWith("."));
}
