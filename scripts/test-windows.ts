// Runs the tests of vitest.windows.config.ts with Node for Windows: on Windows itself, and elsewhere under Wine. Under
// Wine, the tests run in a copy of the workspace. Arguments are passed on to vitest.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyWorkspace, installNode } from "./windows/copy.js";
import { INSTALL_WINE, openWine } from "./windows/wine.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.windows.config.ts"];
const args = [...VITEST, ...process.argv.slice(2)];

if (process.platform === "win32") {
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
} else {
  process.exitCode = await underWine();
}

async function underWine(): Promise<number> {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "agent-hook", "windows");
  const wine = await openWine(folder);
  if (wine === undefined) {
    console.error(`The tests for Windows need Wine: ${INSTALL_WINE}`);
    return 1;
  }
  if (!existsSync(join(root, "packages/cli/dist"))) {
    console.error("The tests for Windows run the built packages: run npx pnpm@10.34.9 build first");
    return 1;
  }
  const node = installNode(join(folder, "node"));
  // A home folder as users have it, with a space and with letters outside of every Western code page.
  const copy = join(folder, "Zoë 天気", "agent hook");
  copyWorkspace(copy);
  return wine.run([node, ...args], { cwd: copy, env: { NO_COLOR: "1" } });
}
