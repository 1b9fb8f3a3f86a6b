import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventScripts, writeScripts } from "../src/config/event-scripts.js";
import { folder } from "./config-folder.js";
import { agentNamed } from "./doctor/agents.js";

const { scripts } = agentNamed("cline");
if (scripts === undefined) throw new Error("expected a host with scripts");
const hook = (name: string) => ({ name, command: `/bin/sh -c 'echo ${name}'` });
const read = (path: string, name: string) => readFileSync(join(path, name), "utf8");
const update = (path: string, hooks: object) => writeScripts(eventScripts(scripts, path, { hooks }));

describe("the scripts of a folder", () => {
  it("are one for each hook, and follow the list", () => {
    const path = join(folder(), "hooks");
    expect(update(path, { PreToolUse: [hook("a"), hook("b")], TaskStart: [hook("a")] })).toContain("wrote PreToolUse");
    expect(readdirSync(path).sort()).toEqual(["PreToolUse", "PreToolUse.bash", "TaskStart"]);
    expect(read(path, "PreToolUse.bash")).toBe("#!/bin/sh\n# agent-hook: b\n/bin/sh -c 'echo b'\n");
    expect(update(path, { PreToolUse: [hook("b")] })).toBe(
      `wrote PreToolUse, removed PreToolUse.bash and TaskStart in ${path}`,
    );
    expect(read(path, "PreToolUse")).toContain("# agent-hook: b\n");
    expect(update(path, { PreToolUse: [hook("b")] })).toBeUndefined();
  });

  it("never replace or remove a file that is not from agent-hook, whatever its case", () => {
    const path = folder();
    writeFileSync(join(path, "PRETOOLUSE"), "#!/bin/sh\n");
    writeFileSync(join(path, "PreToolUse.py"), "print()\n");
    mkdirSync(join(path, "PreToolUse.bash"));
    symlinkSync("/nowhere", join(path, "PreToolUse.sh"));
    update(path, { PreToolUse: [hook("a")] });
    expect(readdirSync(path).sort()).toEqual([
      "PRETOOLUSE",
      "PreToolUse.bash",
      "PreToolUse.py",
      "PreToolUse.sh",
      "PreToolUse.zsh",
    ]);
    update(path, {});
    expect(readdirSync(path).sort()).toEqual(["PRETOOLUSE", "PreToolUse.bash", "PreToolUse.py", "PreToolUse.sh"]);
  });

  it("are refused if an event has more hooks than names, before anything is written", () => {
    const path = folder();
    const five = ["a", "b", "c", "d", "e"].map(hook);
    expect(() => update(path, { PreToolUse: five })).toThrow(
      "names for 4 hooks at PreToolUse: combine hooks with compose",
    );
    expect(readdirSync(path)).toEqual([]);
  });
});
