import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LauncherCommand, launcherCommand } from "../../../src/launcher/index.js";
import { ARGUMENT_WORD, PATH_WORD, TEAM } from "../../launcher/command-words.js";
import { run } from "../../launcher/run-launcher.js";
import { CALLERS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const guard = { mode: "block", host: "docker-agent", event: "pre_tool_use", seconds: 6 } as const;
const COMMANDS = fc
  .sample(fc.tuple(PATH_WORD, fc.array(ARGUMENT_WORD)), { numRuns: 20 })
  .map(([first, rest]) => [first, ...rest]);

describe.each(CALLERS)("the command for a host's config, given to $name", ({ path: caller = "" }) => {
  it.skipIf(caller === "")("passes on the words unchanged", async () => {
    const launcher = join(temporaryFolder("it's"), "print.sh");
    writeFileSync(launcher, "shift 4\nprintf '%s\\n' \"$@\"\nexit 0\n");
    const text = COMMANDS.map((command) => launcherCommand({ ...guard, launcher, command })).join("\n");
    const { stdout } = await run(text, { caller });
    expect(stdout.toString().split("\n")).toEqual([...COMMANDS.flat(), ""]);
  });

  it.skipIf(caller === "")("finds the project by the variable, by the repository, or as the folder", async () => {
    const project = temporaryFolder("it's a $HOME");
    const below = join(project, "a b", "c");
    mkdirSync(below, { recursive: true });
    mkdirSync(dirname(join(project, TEAM.launcher)), { recursive: true });
    writeFileSync(join(project, TEAM.launcher), "pwd -P; shift 4\nprintf '%s\\n' \"$@\"\nexit 0\n");
    const printed = `${[realpathSync(project), ...TEAM.command].join("\n")}\n`;
    const runFrom = async (cwd: string, rule: LauncherCommand["project"] & {}, variable = project) => {
      const env = { ...process.env, THE_PROJECT: variable };
      const { stdout } = await run(launcherCommand({ ...guard, ...TEAM, project: rule }), { caller, cwd, env });
      return stdout.toString();
    };
    const denied = expect.stringContaining("denied: the hook failed (./hooks/it's mine.js)");
    const byVariable = { variable: "THE_PROJECT" };
    expect(await runFrom(project, {})).toBe(printed);
    expect(await runFrom(below, {})).toEqual(denied);
    expect(await runFrom("/", byVariable)).toBe(printed);
    expect(await runFrom(project, byVariable, "")).toBe(printed);
    expect(await runFrom(project, byVariable, "/no/such/folder")).toEqual(denied);
    expect(await runFrom(below, byVariable, below)).toEqual(denied);
    expect(await runFrom(project, { repository: true })).toBe(printed);
    expect(await runFrom(below, { repository: true })).toEqual(denied);
    mkdirSync(join(project, ".git"));
    expect(await runFrom(below, { repository: true })).toBe(printed);
    mkdirSync(join(dirname(below), ".git"));
    expect(await runFrom(below, { repository: true })).toEqual(denied);
  });
});
