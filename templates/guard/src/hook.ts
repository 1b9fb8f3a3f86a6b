import { fileURLToPath } from "node:url";
import { guardShell, protectFiles } from "@agent-hook/hooks";
import { compose } from "@agent-hook/sdk";
import manifest from "../package.json" with { type: "json" };

/** The guard's own code. A function, because a startup snapshot is made before the hook runs. */
const ownFolders = () => ["../src", "../dist"].map((name) => fileURLToPath(new URL(name, import.meta.url)));

/** Commands that publish something. Add those of your project. */
const PUBLISHES = [
  ...["npm publish", "pnpm publish", "bun publish", "yarn publish", "yarn npm publish", "yarn workspace * publish"],
  ...["yarn workspace * npm publish", "yarn workspaces foreach npm publish", "lerna publish", "* lerna publish"],
  ...["changeset publish", "* changeset publish", "twine upload", "* twine upload", "poetry publish", "uv publish"],
  ...["cargo publish", "gem push", "docker push", "docker image push", "gh release create"],
];

/** Lets an agent work, and stops what cannot be undone. If it crashes or hangs, the tool does not run. */
export const hook = compose(
  { name: "guard", version: manifest.version },
  // Denies commands that destroy a system, lose work, leak secrets or run code from the network.
  guardShell(),
  // A hook of its own, so that a rule here cannot allow what the line above denies, such as `git push --force`.
  guardShell({
    rules: [
      ...PUBLISHES.map((command) => ({
        command,
        level: "ask" as const,
        reason: "It publishes a package, an image or a release.",
      })),
      { command: "git push", level: "ask", reason: "It changes the repository that others use." },
      { command: "git subtree push", level: "ask", reason: "It changes the repository that others use." },
    ],
  }),
  // Denies reading secret files and changing the settings of agents. Asks before writing outside of the project.
  protectFiles({
    rules: [{ paths: ownFolders, write: "ask", reason: "It is the code of the guard." }],
  }),
);
