import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { launcherPath } from "../../../src/launcher/index.js";
import { DENIALS } from "../../docker-agent/denials.js";
import { commandFor, HOOK, run, withoutHint } from "../../launcher/run-launcher.js";
import { CALLERS, SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const { denials } = DENIALS;

const DENY = '{"deny":"by the hook"}\n';
const REFUSED = denials.pre_tool_use;
const ODD = ["it's a dir", 'say "no"', "$HOME `id` $(id)", "ünï 天気 🌧", "-a; b & c | d > e * ? [f] {g} #h !i ~", ""];

describe.each(CALLERS)("a command given to $name", ({ path }) => {
  const tested = it.skipIf(path === undefined);
  const options = { caller: path ?? "" };

  tested("forwards a denial, and prints nothing without one", async () => {
    expect((await run(commandFor("deny"), options)).stdout.toString()).toBe(DENY);
    expect((await run(commandFor("no opinion"), options)).stdout.toString()).toBe("");
  });

  tested("denies after kill -9, and if the launcher is missing", async () => {
    expect(withoutHint((await run(commandFor("kill -9"), options)).stdout)).toBe(REFUSED);
    const gone = commandFor("deny", { launcher: "/nowhere/guard.sh" });
    expect(withoutHint((await run(gone, options)).stdout)).toBe(REFUSED);
  });

  tested("prints nothing with continue, also if the launcher is missing", async () => {
    const silent = [commandFor("kill -9", { mode: "continue" })];
    silent.push(commandFor("deny", { mode: "continue", launcher: "/nowhere/guard.sh" }));
    for (const command of silent) {
      const { stdout, code } = await run(command, options);
      expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 0 });
    }
  });

  tested("passes on every path and argument, whatever it contains", async () => {
    const folder = temporaryFolder(ODD.join(" "));
    const [launcher, node, hook] = ["guard.sh", "node", "hook.mjs"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    copyFileSync(launcherPath(), launcher);
    copyFileSync(HOOK, hook);
    symlinkSync(process.execPath, node);
    const command = commandFor("", { launcher, command: [node, hook, "its arguments", ...ODD] });
    expect(JSON.parse((await run(command, options)).stdout.toString())).toEqual({ args: ODD });
  });

  tested("does not use the caller's descriptor 3", async () => {
    const { stdout, third } = await run(commandFor("deny"), { ...options, after: "; echo mine >&3" });
    expect({ stdout: stdout.toString(), third }).toEqual({ stdout: DENY, third: "mine\n" });
  });
});

describe.each(SCRIPT_SHELLS)("the launcher in $name", ({ path }) => {
  const tested = it.skipIf(path === undefined);

  tested("executes no program from the project's folder: no node, no sleep", async () => {
    const cwd = temporaryFolder();
    const bin = join(cwd, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    for (const name of ["node", "sleep", "sh", "kill", "printf"]) {
      writeFileSync(join(bin, name), `#!/bin/sh\n: >${cwd}/planted\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const { stdout } = await run(commandFor("an endless loop", { seconds: 1 }), { sh: path ?? "", cwd, env });
    expect({ stdout: withoutHint(stdout), planted: existsSync(join(cwd, "planted")) }).toEqual({
      stdout: REFUSED,
      planted: false,
    });
  });

  tested.each<[where: string, place: (folders: { cwd: string; away: string }) => string]>([
    ["in the project", ({ cwd }) => join(cwd, "bin")],
    ["in the project, through a link to it", ({ cwd, away }) => linked(join(away, "to-project"), cwd, "bin")],
    ["that a link outside of the project leads to", ({ cwd, away }) => linked(join(away, "to-bin"), join(cwd, "bin"))],
    ["that a link in the project leads to", ({ cwd, away }) => linked(join(cwd, "link"), join(away, "bin"))],
    [
      "that a link to node_modules/.bin leads to",
      ({ away }) => linked(join(away, "l"), join(away, "node_modules/.bin")),
    ],
    ["that every user may write", ({ away }) => join(away, "for all")],
    ["that is relative", () => "bin"],
  ])("starts no program on the PATH from a folder %s", async (_, place) => {
    const [cwd, away] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [
      join(cwd, "bin"),
      ...["bin", "node_modules/.bin", "for all"].map((name) => join(away, name)),
    ]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "node"), "#!/bin/sh\necho planted >&2\n");
      chmodSync(join(folder, "node"), 0o755);
    }
    chmodSync(join(away, "for all"), 0o777);
    copyFileSync(HOOK, join(cwd, "hook.mjs"));
    copyFileSync(launcherPath(), join(cwd, "guard.sh"));
    const command = commandFor("", { launcher: "./guard.sh", command: ["node", "./hook.mjs", "deny"], project: {} });
    const start = command.replace("/bin/sh", path ?? "");
    const folder = place({ cwd, away });
    const onlyThere = await run(start, { cwd, env: { ...process.env, PATH: `${folder}:/usr/sbin` } });
    expect(withoutHint(onlyThere.stdout)).toBe(REFUSED);
    expect(onlyThere.stderr).toContain("node is on the PATH only in folders in which the project");
    expect(onlyThere.stderr).not.toContain("planted");
    const real = `${folder}:${dirname(process.execPath)}`;
    const elsewhereToo = await run(start, { cwd, env: { ...process.env, PATH: real } });
    expect({ ...elsewhereToo, stdout: elsewhereToo.stdout.toString() }).toMatchObject({ stdout: DENY, stderr: "" });
  });

  tested("denies and lists its arguments when some are missing", async () => {
    const { stdout, stderr } = await run(`/bin/sh '${launcherPath()}' block docker-agent pre_tool_use 6`, {
      sh: path ?? "",
    });
    expect(withoutHint(stdout)).toBe(REFUSED);
    expect(stderr).toContain("expected MODE HOST EVENT SECONDS PROGRAM");
  });

  tested.each(["docker-agent tomorrows_event", "tomorrows-agent pre_tool_use"])(
    "exits with 2 and an explanation if it knows no denial: %s",
    async (pair) => {
      const { stdout, stderr, code } = await run(`/bin/sh '${launcherPath()}' block ${pair} 6 /nowhere/program`, {
        sh: path ?? "",
      });
      expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 2 });
      expect(stderr).toContain(
        `agent-hook: ${pair}: the hook ended with 127; this launcher has no denial for this host and event`,
      );
    },
  );

  tested("allows with an explanation if the host accepts no denial", async () => {
    const command = commandFor("kill -9", { event: "turn_end" });
    const { stdout, stderr, code } = await run(command, { sh: path ?? "" });
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 0 });
    expect(stderr).toContain("the hook ended with 137; the host accepts no denial for this event");
  });
});

/** Creates a link, and returns the path of a name behind it. */
function linked(link: string, target: string, name = ""): string {
  symlinkSync(target, link);
  return join(link, name);
}
