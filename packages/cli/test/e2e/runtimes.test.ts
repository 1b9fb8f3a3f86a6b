import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, program } from "../config-folder.js";
import { NOT_MOVED } from "../doctor/agents.js";
import { agentHook, file } from "../run-command.js";

/** Node, or the runtime that `vitest.runtimes.config.ts` sets. */
const [RUNTIME = process.execPath] = JSON.parse(process.env.RUNTIME_COMMAND ?? "[]");
const NAME = /bun|deno/.exec(RUNTIME)?.[0] ?? "node";
const FLAGS = { node: [], bun: ["--no-env-file", "--config=/dev/null"], deno: ["run", "-A"] }[NAME] ?? [];
/** As an author starts it. */
const RUN = NAME === "deno" ? ["deno", "run", "-A"] : [NAME];
/** Node 20 does not run TypeScript. */
const HOOK = NAME === "node" ? "guard.js" : "guard.ts";

const AT_LOAD = {
  "an error at load": "throw new Error('broken');",
  "a rejection at load":
    "void Promise.reject(new Error('broken')); await new Promise((done) => setTimeout(done, 1e6));",
  "an exit with 0 at load": "process.exit(0);",
  "SIGKILL at load": "process.kill(process.pid, 'SIGKILL');",
};

const IN_HANDLER = {
  "an error": "throw new Error('broken');",
  "an exit with 0": "process.exit(0);",
  SIGKILL: "process.kill(process.pid, 'SIGKILL');",
  "a promise that never settles": "return new Promise(() => {});",
  "an endless loop": "for (;;);",
};

/** Returns a guard that denies `rm`, and does something else before that at load or at each call. */
function guardSource({ atLoad = "", inHandler = "" } = {}): string {
  const types = NAME === "node" ? "" : " satisfies Hook";
  return `import { defineHook, deny, type Hook, serve } from "@agent-hook/sdk";
${atLoad}
await serve(defineHook({
  name: "guard",
  onFailure: "block",
  deadlines: { interceptMs: 1000 },
  beforeTool: (call) => {
    if (!String(call.arguments.command).includes("rm")) return undefined;
    ${inHandler}
    return deny(process.env.FROM_FOLDER ?? "by the guard");
  },
})${types});
`.replace(NAME === "node" ? "type Hook, " : "\0", "");
}

/** Creates a home with the runtime on its PATH, and a guard in a package of its own. */
function installed(source = guardSource()) {
  const home = folder();
  const bin = join(home, ".local/bin");
  const [project, packages] = [join(home, "guard"), join(home, "guard/node_modules/@agent-hook")];
  const cwd = join(home, "work");
  for (const path of [bin, packages, cwd]) mkdirSync(path, { recursive: true });
  symlinkSync(RUNTIME, join(bin, NAME));
  symlinkSync(file("packages/sdk"), join(packages, "sdk"));
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  const hook = join(project, HOOK);
  writeFileSync(hook, source);
  const env = { ...NOT_MOVED, HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", PATH: `${bin}:/usr/bin:/bin` };
  const run = (...args: string[]) => agentHook(args, { cwd, env });
  const settings = join(home, ".claude/settings.json");
  const configured = async (command = [...RUN, hook]) => {
    const { code, stderr } = await run("config", "claude-code", "--write", "--yes", "--", ...command);
    expect(code, stderr).toBe(0);
    return commandIn(settings);
  };
  const findings = async () => {
    const { configs } = JSON.parse((await run("doctor", "claude-code", "--json")).stdout);
    return configs.flatMap((config: { hooks: { findings: object[] }[] }) =>
      config.hooks.flatMap((one) => one.findings),
    );
  };
  return { home, bin, hook, cwd, env, run, settings, configured, findings };
}

function commandIn(settings: string): string {
  return JSON.parse(readFileSync(settings, "utf8")).hooks.PreToolUse[0].hooks[0].command;
}

/** Returns the reason with which Claude Code denies a shell call, or `undefined` if the call runs. */
function denial(entry: string, cwd: string, home: string, command = "rm x"): string | undefined {
  const input = JSON.stringify({
    ...{ session_id: "s", transcript_path: "/t", cwd, hook_event_name: "PreToolUse" },
    ...{ tool_name: "Bash", tool_input: { command }, tool_use_id: "1" },
  });
  const options = { input, cwd, env: { HOME: home, PATH: "/usr/bin:/bin" }, stdio: "pipe" } as const;
  const answer = execFileSync("/bin/sh", ["-c", entry], options).toString();
  return answer === "" ? undefined : JSON.parse(answer).hookSpecificOutput.permissionDecisionReason;
}

describe(`a guard that ${NAME} runs`, () => {
  test("is configured by the runtime's stable path, decides, and doctor finds nothing", async () => {
    const { home, bin, hook, cwd, configured, findings } = installed();
    const entry = await configured();
    const words = [join(bin, NAME), ...FLAGS, hook].map((word) => `'${word}'`).join(" ");
    expect(entry).toContain(` ${words} '--host' 'claude-code' `);
    expect(denial(entry, cwd, home)).toBe("by the guard");
    expect(denial(entry, cwd, home, "ls")).toBeUndefined();
    expect(await findings()).toEqual([]);
  });

  test.each(Object.entries(IN_HANDLER))("denies after %s in its handler", async (_, inHandler) => {
    const { home, cwd, configured } = installed(guardSource({ inHandler }));
    const entry = await configured();
    expect(denial(entry, cwd, home)).toMatch(/^(?:denied: the hook failed|hook "guard")/);
    expect(denial(entry, cwd, home, "ls")).toBeUndefined();
  });

  test.each(Object.entries(AT_LOAD))("denies after %s", async (_, atLoad) => {
    const { home, hook, cwd, configured } = installed();
    const entry = await configured();
    writeFileSync(hook, guardSource({ atLoad }));
    expect(denial(entry.replace(/ PreToolUse \d+ /, " PreToolUse 3 "), cwd, home)).toMatch(/^denied: the hook failed/);
  });

  test("is not changed by files in the agent's folder", async () => {
    const { home, cwd, configured, env } = installed();
    writeFileSync(join(cwd, ".env"), "FROM_FOLDER=evil\n");
    writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./evil.js"]\n');
    writeFileSync(join(cwd, "deno.json"), '{ "imports": { "@agent-hook/sdk": "./evil.js" } }');
    writeFileSync(join(cwd, "evil.js"), "process.exit(0);");
    expect(env.PATH).not.toContain(cwd);
    expect(denial(await configured(), cwd, home)).toBe("by the guard");
  });

  test("starts with another version after an upgrade, and doctor says so", async () => {
    const { home, bin, hook, cwd, configured, findings } = installed();
    const version = (name: string) => join(home, `.local/share/mise/installs/${NAME}/${name}/bin/${NAME}`);
    const install = (name: string) => {
      mkdirSync(join(version(name), ".."), { recursive: true });
      symlinkSync(RUNTIME, version(name));
    };
    install("98.0.0");
    const entry = (await configured([version("98.0.0"), ...RUN.slice(1), hook])).replaceAll("98.0.0", "97.0.0");
    expect(denial(entry, cwd, home)).toBe("by the guard");
    const settings = join(home, ".claude/settings.json");
    writeFileSync(settings, readFileSync(settings, "utf8").replaceAll("98.0.0", "97.0.0"));
    expect(await findings()).toEqual([expect.objectContaining({ id: "node-gone" })]);
    expect(bin).not.toBe(version("98.0.0"));
  });
});

describe(`agent-hook in ${NAME}`, () => {
  test("adds a policy that this runtime serves", async () => {
    const { home, cwd, env, settings } = installed();
    const args = [file("packages/cli/bin/agent-hook.js"), "add", "guard-shell", "--host", "claude-code", "--yes"];
    execFileSync(RUNTIME, [...FLAGS, ...args], { cwd, env, stdio: "pipe" });
    expect(commandIn(settings)).toContain(`/${NAME}`);
    expect(denial(commandIn(settings), cwd, home, "rm -rf /")).toContain("It deletes /");
    expect(denial(commandIn(settings), cwd, home, "echo hello")).toBeUndefined();
  });
});

describe.skipIf(NAME !== "deno")("without a permission", () => {
  test("a hook in Deno is rejected, and the permissions to add are named", async () => {
    const { hook, run } = installed();
    const { code, stderr } = await run("config", "claude-code", "--", "deno", "run", "-RE", hook);
    expect(code).toBe(2);
    expect(stderr).toContain("--allow-sys --allow-write: add them before the script");
  });

  test("for the network and programs, a hook decides", async () => {
    const { home, hook, cwd, configured } = installed();
    const entry = await configured(["deno", "run", "-RWES", hook]);
    expect(denial(entry, cwd, home)).toBe("by the guard");
    expect(denial(entry.replace("'-RWES'", "'-RES'"), cwd, home)).toMatch(/^denied: the hook failed/);
  });
});

describe("an entry that cannot start as it should", () => {
  const BUN = { path: ".local/bin/bun", title: "Bun", old: "1.0.0" };

  test("doctor and config name a Bun that is too old, and doctor a Bun that is gone", async () => {
    const { home, bin, hook, configured, findings, run, settings } = installed();
    const entry = await configured();
    const text = readFileSync(settings, "utf8");
    const old = program(
      join(home, "old/bun"),
      `#!/bin/sh\n[ "$1" != --version ] || exec echo ${BUN.old}\ncase $* in *execPath*) exec echo "$0" ;; esac\nexec '${RUNTIME}' ${FLAGS.join(" ")} "$3" --describe\n`,
    );
    const words = [join(bin, NAME), ...FLAGS].map((word) => `'${word}'`).join(" ");
    const start = (path: string) => text.replaceAll(words, `'${path}' '--no-env-file' '--config=/dev/null'`);
    expect(entry).toContain(words);
    writeFileSync(settings, start(old));
    expect(await findings()).toContainEqual(
      expect.objectContaining({ id: "old-runtime", message: expect.stringContaining("Bun 1.0.0") }),
    );
    writeFileSync(settings, start(old).replaceAll(" '--no-env-file' '--config=/dev/null'", ""));
    expect(await findings()).toContainEqual(expect.objectContaining({ id: "runtime-settings" }));
    writeFileSync(settings, start(join(home, "gone/bun")));
    const found = await findings();
    expect(found).toContainEqual(expect.objectContaining({ id: NAME === "bun" ? "node-gone" : "program-missing" }));
    if (NAME !== "bun") expect(JSON.stringify(found)).toContain("install Bun");
    const { code, stderr } = await run("config", "claude-code", "--", old, hook);
    expect(code).toBe(3);
    expect(stderr).toContain("hooks need Bun 1.4 or newer; upgrade it");
  });

  test.runIf(NAME === "node" && !("typescript" in process.features && process.features.typescript))(
    "Node 20 is not given TypeScript",
    async () => {
      const { cwd, run } = installed();
      writeFileSync(join(cwd, "guard.ts"), "");
      const { code, stderr } = await run("config", "claude-code", "--", "node", "guard.ts");
      expect(code).toBe(2);
      expect(stderr).toContain("does not run TypeScript: use Node 22.18 or newer, Bun or Deno, or build the hook");
    },
  );
});
