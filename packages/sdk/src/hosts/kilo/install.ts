import { join } from "node:path";
import { commandsIn, installOf, skillsIn } from "../../families/opencode/install.js";
import { foldersFromRepositoryRoot } from "../../host-tools/hook-files.js";
import { PROGRAM } from "./events.js";
import { MATCHERS } from "./tool-kinds.js";

/** `.kilocode` is the older name. */
const FOLDERS = [".kilo", ".kilocode"];

export const install = installOf(PROGRAM, MATCHERS, (own, { home, folder }) => [
  ...[own, ...FOLDERS.map((name) => join(home, name))].flatMap((at) => [...commandsIn(at), ...skillsIn(at)]),
  // It also takes your skills of others as commands, but does not run the lines of a project's skills (observed).
  ...[".claude", ".agents"].map((name) => join(home, name, "skills")),
  ...foldersFromRepositoryRoot(folder, "all").flatMap((at) => FOLDERS.flatMap((name) => commandsIn(join(at, name)))),
]);
