import { join } from "node:path";
import { commandsIn, installOf, skillsIn } from "../../families/opencode/install.js";
import { PROGRAM } from "./events.js";
import { MATCHERS } from "./tool-kinds.js";

export const install = installOf(PROGRAM, MATCHERS, (own, { folder }) => [
  ...[own, join(folder, ".opencode")].flatMap((at) => [...commandsIn(at), ...skillsIn(at)]),
  // It also takes the skills of others as commands (observed).
  ...[".claude", ".agents"].map((at) => join(folder, at, "skills")),
]);
