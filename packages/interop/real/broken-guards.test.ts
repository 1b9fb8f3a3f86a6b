import { callPrompt, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import { expect } from "vitest";
import { BREAKAGES, type Breakage, WORKS } from "../src/broken-guards/breakages.js";
import { AGENT, type Contender, contenders, writeFault } from "../src/broken-guards/contenders.js";
import { DELETED, DENIED } from "../src/broken-guards/render.js";
import { isInstalled } from "../src/install.js";
import { tableRow } from "../src/matrix/cell.js";
import { runAgent } from "../src/run-agent.js";

const FILE = "victim/photo.txt";

/** Has the model delete a folder in front of a guard, and returns what happened. */
async function askGuard(contender: Contender, breakage: Breakage): Promise<string> {
  const { tool, arguments: args } = AGENT.shellCall("rm -rf victim");
  const { project, home, results, timedOut } = await runAgent({
    agent: AGENT,
    prompt: callPrompt(tool, args),
    prepare: async (folders) => {
      await contender.configure(breakage, folders.home);
      await writeFault(breakage, folders.home);
      await writeFiles(folders.project, { [FILE]: "the only copy" });
    },
  });
  expect(timedOut).toBe(false);
  // The guard was asked, and broke as intended.
  expect(home.reached).toBe(breakage.fault);
  // The model read one result, whatever it says.
  expect(results).toHaveLength(1);
  if (!(FILE in project)) return DELETED;
  if (breakage.decides && contender.keepsReason) expect(results[0]).toContain("no rm -rf here");
  return DENIED;
}

for (const breakage of [WORKS, ...BREAKAGES]) {
  const column = (contender: Contender) => ({
    title: contender.title,
    available: isInstalled(AGENT),
    check: async () => {
      const happened = await askGuard(contender, breakage);
      if (breakage === WORKS || contender.title === "agent-hook") expect(happened).toBe(DENIED);
      return happened;
    },
  });
  tableRow("brokenGuard", breakage.title, contenders(undefined).map(column));
  tableRow("brokenGuardOnFailure", breakage.title, contenders("block").map(column));
}
