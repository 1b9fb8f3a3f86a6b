import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Where one run lives. */
export interface Folders extends AsyncDisposable {
  /** The agent's HOME, empty but for what is written for this run. */
  readonly home: string;
  /** Where it is started. */
  readonly project: string;
}

/** Two folders for one run. Quotes and spaces are where commands break. */
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

/** Writes files by their names below a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** What lies in `home/` and `project/`, without folders and what begins with a dot. */
export async function readFolders({ home, project }: Folders): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [name, folder] of Object.entries({ home, project })) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isFile() || entry.name.startsWith(".")) continue;
      found.set(`${name}/${entry.name}`, await readFile(join(folder, entry.name), "utf8"));
    }
  }
  return found;
}
