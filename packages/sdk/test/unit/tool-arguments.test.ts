import { describe, expect, it } from "vitest";
import { kindOf as dockerAgents } from "../../src/hosts/docker-agent/tool-kinds.js";
import { kindOf as picoclaws } from "../../src/hosts/picoclaw/tool-kinds.js";
import { commandOf, pathsOf, type ToolKind, urlsOf } from "../../src/index.js";
import { recordings } from "../command-hosts/recordings.js";

type Args = Readonly<Record<string, unknown>>;
const shell = (args: Args) => commandOf({ kind: "shell", arguments: args });
const paths = (args: Args, kind: ToolKind = "read") => pathsOf({ kind, arguments: args });

describe("commandOf a call of PicoClaw", () => {
  const exec = (args: Args) => commandOf({ kind: picoclaws("exec"), arguments: args });

  it.each<[string, Args, string]>([
    ["a command", { action: "run", command: "rm -rf /", cwd: "/tmp", timeout: 5 }, "rm -rf /"],
    ["a background command", { action: "run", command: "ls", background: "true", pty: "true" }, "ls"],
    ["what is written to a running session", { action: "write", sessionId: "s1", data: "rm -rf /\n" }, "rm -rf /\n"],
    [
      "the keys that are sent to it",
      { action: "send-keys", sessionId: "s1", keys: "ctrl-c,up,enter" },
      "ctrl-c,up,enter",
    ],
    ["all of these in one call", { action: "run", command: "a", data: "b", keys: "c" }, "a\nb\nc"],
    ["the action, where nothing else can be a command", { action: "poll", sessionId: "s1" }, "poll"],
  ])("of exec gives %s", (_title, args, text) => {
    expect(exec(args)).toBe(text);
  });

  it("of cron gives the command, but neither the reminder nor the time", () => {
    const args = { action: "add", name: "n", message: "drink", command: "df -h", cron_expr: "0 9 * * *", job_id: "j" };
    expect(commandOf({ kind: picoclaws("cron"), arguments: args })).toBe("df -h");
  });
});

it.each([
  ["Claude Code's Bash", { command: "rm x", description: "removes", timeout: 5, run_in_background: true }],
  ["Copilot CLI's bash", { command: "rm x", description: "clean", shellId: "rm", mode: "async", initial_wait: 5 }],
  ["Gemini CLI's run_shell_command", { command: "rm x", description: "clean", dir_path: "rm", is_background: true }],
])("commandOf a call of %s gives only the command", (_what, args) => {
  expect(commandOf({ kind: "shell", arguments: args })).toBe("rm x");
});

describe("pathsOf a patch", () => {
  const patch =
    "*** Begin Patch\n*** Add File: a b.txt\n+*** Add File: no\n*** Update File: /etc/hosts\r\n*** Move to: c\n@@\n-x\n*** Delete File: .ssh/id\n*** End Patch\n";
  it.each([
    ["Copilot CLI's apply_patch", { input: patch }],
    ["Codex's apply_patch", { command: `\n${patch}` }],
    ["Codex's apply_patch, wrapped as for a shell", { command: `<<'EOF'\n${patch}EOF` }],
  ])("of %s gives its files", (_what, args) => {
    expect(pathsOf({ kind: "edit", arguments: args })).toEqual(["a b.txt", "/etc/hosts", "c", ".ssh/id"]);
  });
  it.each(["\r", "\u2028", "\u2029", "\x85", "\v"])("gives a whole path that contains %j", (end) => {
    const text = `*** Begin Patch\n*** Add File: notes${end}/../../x\n+x\n*** End Patch`;
    expect(pathsOf({ kind: "edit", arguments: { command: text } })).toEqual([`notes${end}/../../x`]);
  });
  it.each(["\x85", "\u00a0", "\u2028", "\u1680", "\r", "\f"])("finds a file after %j, and before it", (space) => {
    const text = `${space}*** Begin Patch\n${space}*** Add File: ${space}/etc/x${space}\n+x\n*** End Patch`;
    expect(pathsOf({ kind: "edit", arguments: { command: text } })).toEqual(["/etc/x"]);
  });
  it("of a recorded call of Codex gives its file", () => {
    const recorded = recordings.find(({ where }) => where === "codex/0.171.0/PreToolUse.apply_patch.json");
    expect(pathsOf({ kind: "edit", arguments: recorded?.payload.tool_input as Args })).toEqual(["a.txt"]);
  });
  it("may be indented and end its lines as Windows does, and what it adds is not read", () => {
    const lines = ["*** Begin Patch", "*** Update File: src/a.ts", "*** Move to: src/b.ts", "@@", "-x", "+*** y"];
    const command = [...lines, "  *** Delete File: c d.txt", "*** Add File:e.txt", "*** End Patch"].join("\r\n");
    expect(pathsOf({ kind: "edit", arguments: { command } })).toEqual(["src/a.ts", "src/b.ts", "c d.txt", "e.txt"]);
  });
  it("is not read from the middle of a line, or from a shell's command", () => {
    expect(pathsOf({ kind: "edit", arguments: { text: `see: ${patch}` } })).toEqual([]);
    expect(pathsOf({ kind: "shell", arguments: { command: `apply_patch <<'EOF'\n${patch}EOF` } })).toEqual([]);
  });
});

describe("commandOf a call of docker-agent", () => {
  it.each(["shell", "run_background_job"])("of %s gives cmd and command, in upper or lower case", (tool) => {
    const of = (args: Args) => commandOf({ kind: dockerAgents(tool), arguments: args });
    expect(of({ cmd: "ls", cwd: "/x", timeout: 3 })).toBe("ls");
    expect(of({ command: "ls" })).toBe("ls");
    expect(of({ CMD: "rm x", CWD: "/x", TimeOut: "3" })).toBe("rm x");
    expect(of({ Command: "rm x" })).toBe("rm x");
  });

  it("returns all of them, since the order that decides which one runs is lost", () => {
    expect(shell({ CMD: "b", cmd: "a", command: "c" }).split("\n").sort()).toEqual(["a", "b", "c"]);
  });

  it("of run_tools_with_javascript gives the script", () => {
    const args = { script: "await shell({ cmd: 'ls' })" };
    expect(commandOf({ kind: dockerAgents("run_tools_with_javascript"), arguments: args })).toBe(args.script);
  });
});

describe("commandOf", () => {
  it.each<[string, Args, string]>([
    ["joins a list of words", { command: ["rm", "-rf", "/"] }, "rm -rf /"],
    ["quotes the words of a list", { command: ["bash", "-lc", "git reset --hard"] }, "bash -lc 'git reset --hard'"],
    ["also gives a list as a shell reads it", { command: ["rm", "~/a b", "$X"] }, "rm '~/a b' '$X'\nrm '~/a b' $X"],
    ["gives each of several commands", { commands: ["git status", "git reset"] }, "git status\ngit reset"],
    ["gives commands and words of a list with a space", { run: ["cd a", "rm x"] }, "cd a\nrm x\n'cd a' 'rm x'"],
    ["looks into objects", { command: { program: "rm", args: ["-rf", "/"] } }, "rm -rf /"],
    ["joins a program and its words", { command: "git", args: ["commit", "-m", "a b"] }, "git commit -m 'a b'"],
    ["joins a program and its text", { args: "-rf /", description: "d", cmd: "rm" }, "rm -rf /"],
    ["joins a name and its words", { name: "rm", arguments: ["-rf", "/"], input: "y" }, "rm -rf /\n-rf /\ny -rf /"],
    [
      "also gives a program with a space",
      { command: "git reset --hard", args: ["a"] },
      "git reset --hard a\ngit reset --hard",
    ],
    ["also gives the words that begin with a program", { user: "me", argv: ["rm", "x"] }, "me rm x\nrm x"],
    ["gives a program with an empty text", { command: "rm x", args: "" }, "rm x"],
    ["takes an action with spaces next to an input", { action: "rm x", input: "y", mode: "a" }, "rm x\ny"],
    ["gives a program without words", { command: "ls; rm x", args: [] }, "ls; rm x"],
    ["looks into an action", { action: { type: "exec", command: ["rm", "x"], working_directory: "/a" } }, "rm x"],
    ["looks into an action of a described call", { action: { commands: ["rm x"] }, description: "d" }, "rm x"],
    ["looks into a list of actions", { action: [{ cmd: "rm x", summary: "s" }] }, "rm x"],
    ["counts a description without another command", { message: "rm x", mode: "rm y", cwd: "/a" }, "rm x\nrm y"],
    ["counts a description next to an empty command", { command: "", action: "rm x" }, "\nrm x"],
    ["counts a description next to an argument of unknown use", { target: "a", action: "rm x" }, "a\nrm x"],
    ["looks into lists of objects", { steps: [{ run: "a" }, { run: "b" }] }, "a\nb"],
    ["omits values that are not texts", { command: "a", n: 1, yes: true, nothing: null }, "a"],
    ["takes an unknown argument for a command", { script_text: "rm" }, "rm"],
    ["has nothing of no arguments", {}, ""],
  ])("%s", (_title, args, text) => {
    expect(shell(args)).toBe(text);
  });

  it.each<ToolKind>(["read", "write", "edit", "search", "fetch", "mcp", "plugin", "other"])(
    "is empty for the kind %s",
    (kind) => {
      expect(commandOf({ kind, arguments: { command: "rm", cmd: "rm" } })).toBe("");
    },
  );
});

describe("pathsOf", () => {
  it.each<[string, string, Args, string[]]>([
    ["read_file", "path", { path: "a.txt", line: 1, limit: 2 }, ["a.txt"]],
    ["read_multiple_files", "a list of paths", { paths: ["a", "b"], json: true }, ["a", "b"]],
    ["list_directory", "path", { path: "." }, ["."]],
    ["directory_tree", "path", { path: "src" }, ["src"]],
    [
      "search_files_content",
      "path alone",
      { path: "src", query: "x/y", excludePatterns: ["node_modules/**"] },
      ["src"],
    ],
    ["write_file", "path, not the content", { path: "a", content: "/etc/passwd" }, ["a"]],
    ["edit_file", "path, not the edits", { path: "a", edits: [{ oldText: "/x", newText: "/y" }] }, ["a"]],
    ["create_directory", "a list of paths", { paths: ["a", "b"] }, ["a", "b"]],
    ["remove_directory", "a list of paths", { paths: ["a"] }, ["a"]],
    ["shell", "where it runs", { cmd: "cat /etc/passwd", cwd: "/etc" }, ["/etc"]],
    ["run_background_job", "where it runs", { cmd: "x", cwd: "/etc" }, ["/etc"]],
    ["lsp_hover", "file", { file: "a.ts", line: 1, character: 2 }, ["a.ts"]],
    ["lsp_rename", "file", { file: "a.ts", line: 1, character: 2, new_name: "b" }, ["a.ts"]],
    ["git_log", "path", { limit: 3, path: "src" }, ["src"]],
    ["git_blame", "path", { path: "a", rev: "HEAD" }, ["a"]],
    ["update_plan_from_file", "path, not the plan's name", { name: "n", path: "p.md" }, ["p.md"]],
    ["export_plan_to_file", "path", { name: "n", path: "p.md" }, ["p.md"]],
    ["create_task", "the file of its description", { title: "t", path: "d.md", dependencies: ["a"] }, ["d.md"]],
    ["read_skill_file", "path", { skill_name: "s", path: "a.md" }, ["a.md"]],
    ["fetch", "nothing", { urls: ["https://x/path"], path: "x" }, []],
    ["think", "nothing", { thought: "path/of" }, []],
  ])("of docker-agent's %s gives %s", (tool, _what, args, expected) => {
    expect(paths(args, dockerAgents(tool))).toEqual(expected);
  });

  it.each<[string, Args, string[]]>([
    ["read_file", { path: "a", start_line: 1, max_lines: 2 }, ["a"]],
    ["list_dir", { path: "a" }, ["a"]],
    ["load_image", { path: "a.png" }, ["a.png"]],
    ["write_file", { path: "a", content: "b", overwrite: true }, ["a"]],
    ["append_file", { path: "a", content: "b" }, ["a"]],
    ["edit_file", { path: "a", old_text: "/b", new_text: "/c" }, ["a"]],
    ["exec", { action: "run", command: "ls /etc", cwd: "/tmp" }, ["/tmp"]],
    ["send_file", { path: "a", filename: "b" }, ["a", "b"]],
    ["message", { content: "x", media: [{ path: "a.png", type: "image", filename: "b.png" }] }, ["a.png", "b.png"]],
    ["web_fetch", { url: "https://x/", path: "x" }, []],
    ["i2c", { bus: "1", data: [1] }, []],
  ])("of PicoClaw's %s gives its files", (tool, args, expected) => {
    expect(paths(args, picoclaws(tool))).toEqual(expected);
  });

  it.each<[string, Args, string[]]>([
    ["any case of letters", { Path: "a", PATHS: ["b"], filePath: "c", FILE_PATH: "d" }, ["a", "b", "c", "d"]],
    ["letters that Go takes for others", { path\u017f: ["a"], PATH\u017f: "b" }, ["a", "b"]],
    ["a list that is a text", { paths: "a" }, ["a"]],
    ["a list that is JSON text, which is a name too", { paths: '["a", "b"]' }, ['["a", "b"]', "a", "b"]],
    ["a list that is an object of one key", { paths: { path: "a" } }, ["a"]],
    ["a list of objects", { paths: [{ path: "a" }, { path: "b" }] }, ["a", "b"]],
    ["text that only begins like JSON", { path: "[draft.md" }, ["[draft.md"]],
    ["from and to", { source: "a", destination: "b", from_path: "c", newPath: "d" }, ["a", "b", "c", "d"]],
    ["a notebook, but not its source", { notebook_path: "/n.ipynb", new_source: "x" }, ["/n.ipynb"]],
    ["no pattern", { pattern: "*.ts", output_mode: "content" }, []],
    ["no numbers and nothing", { path: 7, file: null, dir: undefined }, []],
    ["no empty list", { paths: [] }, []],
  ])("reads %s", (_title, args, expected) => {
    expect(paths(args)).toEqual(expected);
  });
});

it("reads a text of a megabyte in linear time", () => {
  const many = (part: string) => part.repeat(1_000_000 / part.length);
  const paths = (input: string) => pathsOf({ kind: "edit", arguments: { input } });
  expect(paths(`${many("\n")} *** Begin Patch\n*** Update File: a${many(" ")}b \n`)).toEqual([`a${many(" ")}b`]);
  const prompt = `https://a/${many(").")}x).`;
  expect(urlsOf({ kind: "fetch", arguments: { prompt } })).toEqual([`https://a/${many(").")}x`]);
});
