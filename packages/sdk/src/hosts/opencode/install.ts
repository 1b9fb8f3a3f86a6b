import { join } from "node:path";
import { commandsIn, installOf, skillsIn } from "../../families/opencode/install.js";
import { foldersFromRepositoryRoot } from "../../host-tools/hook-files.js";
import { PROGRAM } from "./events.js";
import { MATCHERS } from "./tool-kinds.js";

export const install = installOf(PROGRAM, MATCHERS, (own, { home, folder }) => {
  const projects = foldersFromRepositoryRoot(folder, "all");
  return [
    ...[own, ...projects.map((at) => join(at, ".opencode"))].flatMap((at) => [...commandsIn(at), ...skillsIn(at)]),
    // It also takes the skills of others as commands (observed).
    ...new Set([home, ...projects].flatMap((at) => [".claude", ".agents"].map((name) => join(at, name, "skills")))),
  ];
});
