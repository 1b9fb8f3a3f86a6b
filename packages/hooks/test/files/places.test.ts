import { Dir } from "node:fs";
import { type ProtectFilesOptions, protectFiles } from "@agent-hook/hooks";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { deciding, type Machine, OUTSIDE, SECRET, SETTING } from "./deciding.js";
import { makeMachine } from "./machine.js";

describe("secret files", () => {
  it.each([
    ...[".env", ".env.production", "apps/web/.env.local", "prod.env", ".envrc", "secrets.yml", "config/master.key"],
    ...["server.pem", "a/b/id_ed25519", "release.keystore", "store.p12", "terraform.tfstate", "infra/x.tfstate.backup"],
    ...[".netrc", "credentials.json", "client_secret_1.json", "prod-service-account.json", ".streamlit/secrets.toml"],
    ...[".ENV", ".e\u200dnv", "\uff0eenv", "ID_RSA", "src/../.env", "./.env", "//.env"],
  ])("%j of the project is neither read nor written", async (name) => {
    const machine = makeMachine();
    const agent = deciding(machine);
    expect(await agent.read(`${machine.project}/${name}`)).toEqual(SECRET);
    expect(await agent.write(`${machine.project}/${name}`)).toEqual(SECRET);
  });

  it.each([
    ...[".ssh/id_rsa", ".ssh/old/id.bak", ".aws/credentials", ".config/gcloud/credentials.db"],
    ...[".azure/msal_token_cache.json"],
    ...[".kube/config", ".docker/config.json", ".npmrc", ".pypirc", ".gnupg/private-keys-v1.d/x.key"],
    ...[".git-credentials"],
    ...[".vault-token", ".config/gh/hosts.yml", ".bash_history", ".zsh_history", ".mozilla/firefox/x/logins.json"],
    ...[".config/google-chrome/Default/Login Data", ".password-store/bank.gpg", ".cargo/credentials.toml"],
    ...[".claude/.credentials.json", ".codex/auth.json", ".terraform.d/credentials.tfrc.json", ".config/gh"],
  ])("%j of the home is not read", async (name) => {
    const machine = makeMachine();
    const agent = deciding(machine);
    expect(await agent.read(`${machine.home}/${name}`)).toEqual(SECRET);
    expect(await agent.read(`~/${name}`)).toEqual(SECRET);
    expect(await agent.read(`/home/someone-else/${name}`)).toEqual(SECRET);
  });

  it.each(["/etc/shadow", "/proc/self/environ", "/proc/1/environ", "/proc/self/root/etc/shadow", "/run/secrets/token"])(
    "%s of the system is not read",
    async (path) => {
      expect(await deciding(makeMachine()).read(path)).toEqual(SECRET);
    },
  );

  it.each([
    ...["src/env.ts", ".env.example", ".env.sample", ".env.template", ".env.dist", "id_rsa.pub", "environment.md"],
    ...["certs/ca.pem", "src/keys.ts", "keyboard.md", "docs/secrets.md", "src/credentials.ts", "package.json"],
    ...[".npmrc"],
    ...["[id].tsx", "a{b,c}.ts"],
  ])("%j is read", async (name) => {
    const machine = makeMachine();
    expect(await deciding(machine).read(`${machine.project}/${name}`)).toBe("passes");
  });

  it.each(["/etc/hosts", "/usr/share/dict/words", "/proc/cpuinfo", "/etc/ssl/certs/ca-certificates.crt", "/dev/null"])(
    "%s is read",
    async (path) => expect(await deciding(makeMachine()).read(path)).toBe("passes"),
  );

  it("a link is found in a home with many files, which are not all listed", async () => {
    const machine = makeMachine();
    for (let number = 0; number < 1500; number += 1) machine.file(`${number}.txt`);
    machine.file("dotfiles/aws/credentials");
    machine.link(".aws", `${machine.home}/dotfiles/aws`);
    const read = vi.spyOn(Dir.prototype, "readSync");
    onTestFinished(() => read.mockRestore());
    const agent = deciding(machine, { project: machine.home });
    expect(await agent.read(`${machine.home}/dotfiles/aws/credentials`)).toEqual(SECRET);
    expect(read.mock.calls.length).toBeGreaterThan(0);
    expect(read.mock.calls.length).toBeLessThan(1500);
  });

  it("a secret that is stored elsewhere and linked into the home is found under both names", async () => {
    const machine = makeMachine();
    machine.file("dotfiles/aws/credentials");
    machine.link(".aws", `${machine.home}/dotfiles/aws`);
    expect(await deciding(machine).read(`${machine.home}/.aws/credentials`)).toEqual(SECRET);
    expect(await deciding(machine).read(`${machine.home}/dotfiles/aws/credentials`)).toEqual(SECRET);
  });

  it("a file instead of a folder is no obstacle", async () => {
    const machine = makeMachine();
    machine.file(".config");
    machine.file("work/tree/.git", "gitdir: /elsewhere");
    const agent = createTestHost(protectFiles(), { host: "claude-code", cwd: `${machine.home}/work/tree` });
    expect(await agent.write("new.txt", "x")).toMatchObject({ ran: true, failures: [] });
    expect(await agent.read(".env")).toMatchObject({ ran: false, failures: [] });
  });

  it("every reading of a path counts", async () => {
    const machine = makeMachine();
    const agent = deciding(machine);
    const paths = [
      " .env",
      ".env ",
      "@.env",
      "file:///etc/shadow",
      "$HOME/.ssh/id_rsa",
      `file://${machine.project}/.env`,
    ];
    for (const path of paths) expect(await agent.read(path), path).toEqual(SECRET);
  });

  it.each(["~root/notes.txt", "$WORK/x", "%HOME%/x", "a\0b", "x".repeat(5000)])(
    "%j could be any file, and is not read",
    async (path) => expect(await deciding(makeMachine()).read(path)).toContain("Which file"),
  );

  it("a search is denied in a secret folder, and with a pattern for secret files", async () => {
    const agent = deciding(makeMachine());
    expect(await agent.tool("Grep", { pattern: "KEY", path: "~/.ssh" })).toEqual(SECRET);
    for (const glob of [".env", ".env*", "**/.env", "*.{pem,key}", "**/id_*"]) {
      expect(await agent.tool("Grep", { pattern: "KEY", glob }), glob).toEqual(SECRET);
    }
    for (const glob of ["*", "**/*", "*.ts", "*.{ts,tsx}", "src/**"]) {
      expect(await agent.tool("Grep", { pattern: "KEY", glob }), glob).toBe("passes");
    }
  });

  it("tools of MCP servers are covered, and so are addresses of files", async () => {
    const machine = makeMachine();
    const agent = deciding(machine);
    expect(await agent.tool("mcp__files__read_text_file", { path: `${machine.project}/.env` })).toEqual(SECRET);
    expect(await agent.tool("mcp__browser__open", { url: `file://${machine.home}/.ssh/id_rsa` })).toEqual(SECRET);
    expect(await agent.tool("WebFetch", { url: "file:///etc/shadow", prompt: "x" })).toEqual(SECRET);
    expect(await agent.tool("mcp__files__read_text_file", { path: "/usr/include/stdio.h" })).toBe("passes");
  });
});

describe("settings", () => {
  it.each([
    ...[".claude/settings.json", ".claude/settings.local.json", ".claude/hooks/x.sh", ".codex/config.toml"],
    ...[".mcp.json"],
    ...[".gemini/settings.json", ".qwen/settings.json", ".factory/hooks.json", ".factory/settings.json"],
    ...[".github/hooks/x.json", ".github/copilot/settings.json"],
    ...[".git/hooks/pre-commit", ".git/config", ".git/modules/lib/hooks/x", "agent.yaml", "agent-hook.yaml"],
    ...["node_modules/@agent-hook/sdk/dist/index.js", "node_modules/zod/index.js", ".CLAUDE/Settings.json"],
    ...[".claude/worktrees/one/.claude/settings.json", "cron/jobs.json"],
  ])("%j of the project is read but not written", async (name) => {
    const machine = makeMachine();
    expect(await deciding(machine).write(`${machine.project}/${name}`)).toEqual(SETTING);
    expect(await deciding(machine).read(`${machine.project}/${name}`)).toBe("passes");
  });

  it.each([
    ...[".bashrc", ".zshrc", ".profile", ".config/fish/config.fish", ".gitconfig", ".claude/settings.json"],
    ...[".claude.json"],
    ...[".config/systemd/user/x.service", "Library/LaunchAgents/x.plist", ".qwen/settings.json"],
    ...[".factory/hooks.json", ".kimi-code/config.toml", ".picoclaw/config.json"],
  ])("~/%s is not written, even if the home is the project", async (name) => {
    const machine = makeMachine();
    expect(await deciding(machine, { project: machine.home }).write(`${machine.home}/${name}`)).toEqual(SETTING);
  });

  it.each([
    ...[".github/workflows/ci.yml", ".claude/agents/x.md", ".claude/commands/x.md", ".claude/CLAUDE.md", ".gitignore"],
    ...[".git/index.lock", "node_modules/.cache/x", ".vscode/settings.json", "src/config"],
  ])("%j of the project is written", async (name) => {
    const machine = makeMachine();
    expect(await deciding(machine).write(`${machine.project}/${name}`)).toBe("passes");
  });

  it("the code that opencode, Kilo and Claude Code load is not written, also where the environment moved it", async () => {
    const machine = makeMachine();
    vi.stubEnv("XDG_CONFIG_HOME", `${machine.home}/moved`);
    const agent = deciding(machine, { project: machine.home });
    const skill = `${machine.home}/.claude/skills/agent-hook-guard`;
    for (const path of [
      `${machine.home}/moved/opencode/plugin/agent-hook.js`,
      `${machine.project}/.opencode/plugin/agent-hook.js`,
      `${machine.project}/.opencode/tool/x.ts`,
      `${machine.project}/.kilo/plugin/agent-hook.js`,
      `${skill}/hooks/register.ts`,
      `${skill}/.claude-plugin/plugin.json`,
    ]) {
      expect(await agent.write(path)).toEqual(SETTING);
    }
    expect(await agent.write(`${skill}/SKILL.md`)).toBe("passes");
  });

  it("the file that runs the hook is not written", async () => {
    const machine = makeMachine();
    const main = process.argv[1];
    process.argv[1] = machine.file("work/shop/hooks/main.js");
    try {
      expect(await deciding(machine).write(`${machine.project}/hooks/main.js`)).toEqual(SETTING);
      expect(await deciding(machine).write(`${machine.project}/src/main.ts`)).toBe("passes");
    } finally {
      process.argv[1] = main ?? "";
    }
  });
});

describe("outside of the project", () => {
  it.each(["/etc/motd", "/opt/x", "~/notes.txt", "../other/x.txt", "/srv/../opt/x"])(
    "%s is not written",
    async (path) => {
      expect(await deciding(makeMachine()).write(path)).toEqual(OUTSIDE);
    },
  );

  it("the project is the repository around the agent's folder, never the home", async () => {
    const machine = makeMachine();
    machine.file(".git/config");
    machine.file("work/loose/x.txt");
    const inFolder = (cwd: string) =>
      createTestHost(protectFiles(), { host: "claude-code", cwd: `${machine.home}/${cwd}` });
    expect(await inFolder("work/shop/src").write(`${machine.project}/README.md`, "x")).toMatchObject({ ran: true });
    expect(await inFolder("work/loose").write(`${machine.home}/notes.txt`, "x")).toMatchObject({ ran: false });
    expect(await inFolder("work/loose").write("new.txt", "x")).toMatchObject({ ran: true });
  });

  it("a link out of the project is followed", async () => {
    const machine = makeMachine();
    machine.file("other/x.txt");
    machine.link("work/shop/out", `${machine.home}/other`);
    expect(await deciding(machine).write(`${machine.project}/out/x.txt`)).toEqual(OUTSIDE);
  });

  it.each([
    ["a dangling link", (machine: Machine) => machine.link("work/shop/x", `${machine.home}/new`), "cannot be followed"],
    ["a process's own files", () => "/proc/self/cwd/x.txt", "secrets"],
    ["an empty path", () => " ", "Which file"],
    ["an unknown variable", () => "$WORK/x.txt", "Which file"],
    ["another user's home", () => "~root/x.txt", "Which file"],
    ["a line break", (machine: Machine) => `${machine.project}/a\nb.txt`, "Which file"],
  ])("a write through %s is denied", async (_, path, reason) => {
    const machine = makeMachine();
    expect(await deciding(machine).write(path(machine))).toContain(reason);
  });

  it("a call of a tool for files without a path is denied", async () => {
    expect(await deciding(makeMachine()).tool("Write", { content: "x" })).toContain("names no file");
  });

  it("an unknown tool may not write outside, and an address of a page is not taken for a file", async () => {
    const agent = deciding(makeMachine());
    expect(await agent.tool("mcp__files__write_file", { path: "/etc/motd" })).toEqual(OUTSIDE);
    expect(await agent.tool("mcp__wiki__update_page", { path: "/no-such-folder/start" })).toBe("passes");
    expect(await agent.tool("mcp__words__translate", { source: "en", target: "de" })).toBe("passes");
  });
});

describe("options", () => {
  it("the first rule that matches comes before the defaults", async () => {
    const machine = makeMachine();
    const agent = deciding(machine, {
      rules: [
        { paths: ["fixtures/**/.env"], read: "allow", write: "allow" },
        { paths: ["migrations", "*.lock"], write: "deny", reason: "Migrations are made by a person." },
        { paths: ["~/notes"], write: "allow" },
      ],
    });
    expect(await agent.read("fixtures/a/.env")).toBe("passes");
    expect(await agent.read(".env")).toEqual(SECRET);
    expect(await agent.write("migrations/2024/x.sql")).toBe("Migrations are made by a person.");
    expect(await agent.read("migrations/2024/x.sql")).toBe("passes");
    expect(await agent.write("pnpm.lock")).toBe("Migrations are made by a person.");
    expect(await agent.write("~/notes/x.md")).toBe("passes");
  });

  it("a rule can have a function that returns its paths at the first call", async () => {
    const machine = makeMachine();
    const paths = vi.fn(() => [`${machine.project}/own`]);
    const agent = deciding(machine, { rules: [{ paths, write: "deny", reason: "own" }] });
    expect(paths).not.toHaveBeenCalled();
    expect(await agent.write(`${machine.project}/own/hook.js`)).toBe("own");
    expect(await agent.write(`${machine.project}/src/hook.js`)).toBe("passes");
    expect(paths).toHaveBeenCalledTimes(1);
  });

  it("a rule whose function returns something else denies every call for files", async () => {
    const machine = makeMachine();
    for (const paths of [() => [], () => "x" as never, () => [""]]) {
      const hook = protectFiles({ rules: [{ paths, write: "deny" }] });
      const agent = createTestHost(hook, { host: "claude-code", cwd: machine.project });
      const { ran, failures } = await agent.read(`${machine.project}/a.ts`);
      expect(ran).toBe(false);
      expect(failures).toHaveLength(1);
    }
  });

  it("a rule that allows a link does not allow where it leads", async () => {
    const machine = makeMachine();
    machine.link("work/shop/fixtures/key.txt", machine.file(".ssh/id_rsa"));
    const agent = deciding(machine, { rules: [{ paths: ["fixtures"], read: "allow" }] });
    expect(await agent.read("fixtures/key.txt")).toEqual(SECRET);
  });

  it("each level can be changed", async () => {
    const machine = makeMachine();
    const agent = deciding(machine, { secrets: "allow", settings: "allow", outside: "allow", unknown: "allow" });
    for (const path of [".env", ".claude/settings.json", "/opt/x", "$WORK/x"]) {
      expect(await agent.write(path), path).toBe("passes");
    }
  });

  it.each<[string, unknown, string]>([
    ["an unknown option", { secret: "deny" }, "protectFiles: invalid options: Unrecognized key"],
    ["a level that does not exist", { secrets: "block" }, "secrets: Invalid option"],
    ["a relative project", { project: "shop" }, "project: expected an absolute path"],
    ["a rule without a level", { rules: [{ paths: ["x"] }] }, "rules[0]: expected read or write"],
    ["a rule without a path", { rules: [{ paths: [], read: "deny" }] }, "rules[0].paths"],
    ["a glob with too many alternatives", { rules: [{ paths: ["{a,b}".repeat(9)], read: "deny" }] }, "at most 256"],
  ])("%s is rejected", (_, options, message) => {
    expect(() => protectFiles(options as ProtectFilesOptions)).toThrow(message);
  });
});
