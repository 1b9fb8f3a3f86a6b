import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DENIALS } from "../../docker-agent/denials.js";
import { commandFor, HOOK, run, withoutHint } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const ANSWER = '{"deny":"by the hook"}';
const DENIED = DENIALS.denials.pre_tool_use;

/** Writes programs that end with the code 1, and Node at the path that ends with `!`. */
function programs(...paths: readonly string[]): string {
  const folder = temporaryFolder();
  for (const path of paths) {
    const file = join(folder, path.replace("!", ""));
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(path.endsWith("!") ? process.execPath : "/bin/false", file);
  }
  return folder;
}

describe.each(SCRIPT_SHELLS)("a command whose Node is gone, under the launcher in $name", ({ path }) => {
  const tested = it.skipIf(path === undefined);
  const answer = async (node: string, options: { readonly PATH?: string; readonly cwd?: string } = {}) => {
    const { PATH = temporaryFolder(), cwd = temporaryFolder() } = options;
    const { stdout, code } = await run(commandFor("", { command: [node, HOOK, "deny"] }), {
      ...(path === undefined ? {} : { sh: path }),
      cwd,
      env: { PATH, HOME: temporaryFolder() },
    });
    return [withoutHint(stdout), code];
  };

  tested("starts the Node on the PATH, if no version next to it can run hooks", async () => {
    const folder = programs("bin/node!", "versions/18.2.0/bin/node", "versions/19.9.0/bin/node");
    expect(await answer(join(folder, "versions/20.1.0/bin/node"), { PATH: join(folder, "bin") })).toEqual([ANSWER, 0]);
  });

  tested.each([
    ["nvm", "versions/node/v20.1.0/bin/node", ["versions/node/v9.0.0/bin/node", "versions/node/v20.2.0/bin/node!"]],
    ["fnm", "v20.1.0/installation/bin/node", ["v22.0.0/installation/bin/node!", "v24.0.0/aliases/node"]],
    ["Volta", "image/node/20.1.0/bin/node", ["image/node/22.0.0/bin/node!", "image/node/latest/bin/node"]],
    ["Homebrew", "Cellar/node/20.1.0_1/bin/node", ["Cellar/node/22.0.0/bin/node!", "Cellar/node/readme/bin/node"]],
  ])("starts the newest version next to it, as %s has them", async (_, gone, others) => {
    expect(await answer(join(programs(...others), gone))).toEqual([ANSWER, 0]);
  });

  tested("starts a version next to it rather than an old Node on the PATH, also in the home folder", async () => {
    const folder = programs("bin/node", "versions/20.2.0/bin/node", "versions/20.19.1/bin/node!");
    const options = { PATH: join(folder, "bin"), cwd: folder };
    expect(await answer(join(folder, "versions/20.1.0/bin/node"), options)).toEqual([ANSWER, 0]);
  });

  tested("denies if there is none, or if other users may have put it there", async () => {
    const folder = programs("20.2.0/bin/node!");
    expect(await answer(join(temporaryFolder(), "20.1.0/bin/node"))).toEqual([DENIED, 0]);
    chmodSync(join(folder, "20.2.0/bin"), 0o777);
    expect(await answer(join(folder, "20.1.0/bin/node"))).toEqual([DENIED, 0]);
  });
});
