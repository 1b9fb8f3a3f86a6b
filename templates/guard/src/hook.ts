import { fileURLToPath } from "node:url";
import { guardShell, protectFiles } from "@agent-hook/hooks";
import { compose } from "@agent-hook/sdk";
import manifest from "../package.json" with { type: "json" };

/** The guard's own code. */
const OWN_FOLDERS = ["../src", "../dist"].map((name) => fileURLToPath(new URL(name, import.meta.url)));

/** Lets an agent work, and stops what cannot be undone. If it crashes or hangs, the tool does not run. */
export const hook = compose(
  { name: "guard", version: manifest.version },
  // Denies commands that destroy a system, lose work, leak secrets or run code from the network.
  guardShell(),
  // A hook of its own, so that a rule here cannot allow what the line above denies, such as `git push --force`.
  guardShell({
    rules: [
      { command: "npm publish", level: "ask", reason: "It publishes a package." },
      { command: "pnpm publish", level: "ask", reason: "It publishes a package." },
      { command: "yarn npm publish", level: "ask", reason: "It publishes a package." },
      { command: "git push", level: "ask", reason: "It changes the repository that others use." },
    ],
  }),
  // Denies reading secret files and changing the settings of agents. Asks before writing outside of the project.
  protectFiles({
    rules: [{ paths: OWN_FOLDERS, write: "ask", reason: "It is the code of the guard." }],
  }),
);
