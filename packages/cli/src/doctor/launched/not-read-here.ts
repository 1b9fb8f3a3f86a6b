import { foldersFromRepositoryRoot } from "@agent-hook/sdk/internal/installs";
import { type Finding, finding } from "../findings.js";
import { entriesOf } from "./event-list-entries.js";
import { readFiles } from "./files.js";
import type { Facts } from "./gather.js";

/** Reports hooks of the repository's folders above this one, if the agent reads a project's file only where it starts. */
export function notReadHereFindings({ agent, hookFiles, machine }: Facts): Finding[] {
  const read = hookFiles.map(({ path }) => path);
  return foldersFromRepositoryRoot(machine.folder)
    .slice(0, -1)
    .flatMap((folder) => {
      const own = agent
        .files({ ...machine, folder })
        .filter(({ scope, path }) => scope === "project" && !read.includes(path));
      const withHooks = readFiles(agent, own).filter((file) => entriesOf(agent, file, folder).length > 0);
      return withHooks.map(({ path }) =>
        finding(
          "not-read-here",
          `${agent.title} does not read the hooks of ${path} if it starts in ${machine.folder}`,
          `start ${agent.title} in ${folder}, or add the hook to your own config, without --project`,
        ),
      );
    });
}
