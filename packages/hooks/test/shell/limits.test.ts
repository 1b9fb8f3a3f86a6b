// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text is for a shell.
// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { guardShell, protectFiles } from "@agent-hook/hooks";
import { hookOf } from "@agent-hook/hooks/policy";
import { compose, defineHook, type Hook } from "@agent-hook/sdk";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { guardAnswers } from "../../src/person/guard-answers.js";
import { judgeCommand } from "../../src/shell/index.js";

/** The most lenient levels and rules that a project can have. */
const LENIENT = {
  levels: Object.fromEntries(
    [
      ...["destroys-system", "loses-work", "may-lose-work", "reaches-outside", "leaks-data", "runs-remote-code"],
      ...["rewrites-history", "obfuscated", "unknown"],
    ].map((name) => [name, "allow" as const]),
  ),
  rules: [{ command: "*", level: "allow" as const }],
};
const everything = { secrets: "allow", settings: "allow", outside: "allow", unknown: "allow" } as const;
const approving = defineHook({ name: "own", approveTool: () => ({ action: "approve" }) });

const HOOKS: readonly (readonly [string, () => Hook | Promise<Hook>])[] = [
  ["guardShell", () => guardShell(LENIENT)],
  ["protectFiles", () => protectFiles(everything)],
  ["the guard of askPerson", guardAnswers],
  ["guardShell after another hook that approves", () => compose({ name: "house" }, approving, guardShell(LENIENT))],
  ["a policy", () => hookOf("version: 1\nhooks:\n  guard-shell: {}\n  protect-files: {}\n", "/policy.yaml")],
];

const nested = (open: string, inside: string, close: string) => open.repeat(400) + inside + close.repeat(400);

/** Commands that reach a limit, and the limit. */
const SHAPES: readonly (readonly [string, string, string])[] = [
  ["a word of a megabyte", `echo ${"a".repeat(1_048_576)}`, "characters"],
  ["braces of a megabyte", `echo ${"{1..9}".repeat(174_763)}`, "characters"],
  ["stars of a megabyte", `echo ${"*".repeat(1_048_576)}`, "characters"],
  ["braces in one word", `rm ${"{a,b}".repeat(11)}`, "braces"],
  ["a list in braces", `rm {${"a,".repeat(1024)}/}`, "braces"],
  ["a long pattern", `ls ${"*a".repeat(3000)}`, "pattern"],
  ["many commands", "ls;".repeat(40_000), "too long"],
  ["many stages", `cat a${"|cat".repeat(30_000)}`, "too long"],
  ["many words", `ls ${"a ".repeat(60_000)}`, "too long"],
  ["many here-documents", `cat ${"<<A ".repeat(20_000)}\n`, "too long"],
  ["many wrappers", `${"env ".repeat(20_000)}ls`, "too"],
  ["many programs in the words of one", `foo ${"rm ".repeat(20_000)}`, "too"],
  ["many functions", Array.from({ length: 3000 }, (_, n) => `f${n + 1}() { f${n}; f${n}; }`).join("; "), "too long"],
  ["a text that doubles", `a=aaaaaaaa; ${"a=$a$a; ".repeat(20)}echo $a`, "characters"],
  ["a wide field of printf", "printf '%99999999s' a | sh", "characters"],
  ["a replacement of each character", `a=${"a".repeat(9000)}; echo \${a//a/$a}`, "characters"],
  ["nested substitutions", nested("$(", "ls", ")"), "deep"],
  ["nested defaults", `echo ${nested("${x:-", "$(ls)", "}")}`, "deep"],
  ["nested arithmetic", `echo $((${nested("(", "1", ")")}))`, "deep"],
  ["nested groups", nested("{ ", "ls;", " }"), "deep"],
  ["a loop with many rounds", `for x in ${"a ".repeat(200)}; do ls; done`, "rounds"],
  ["many items of xargs", `xargs ls <<'EOF'\n${"a\n".repeat(200)}EOF`, "items"],
  ["many combinations of parallel", `parallel ls ::: ${"a ".repeat(20)} ::: ${"b ".repeat(20)}`, "items"],
];

describe.each(HOOKS)("%s never allows a command that reaches a limit:", (_name, make) => {
  it.each(SHAPES)("%s", async (_shape, command, limit) => {
    const host = createTestHost(await make(), { host: "claude-code", onAsk: () => true });
    const { ran, reason, failures } = await host.shell(command);
    expect({ ran, failures }).toEqual({ ran: false, failures: [] });
    expect(reason).toContain("too large to judge");
    expect(reason).toContain(limit);
  });
});

it("what comes after many harmless parts is judged", () => {
  const deny = (command: string) => expect(judgeCommand(command).decision).toBe("deny");
  deny("foo ls ls ls ls ls ls rm -rf /");
  deny("rm -rf {1..64}{a,/../../../../../..}");
  deny(`foo '${" ".repeat(5000)}rm -rf /'`);
  deny("/bin/?? -rf /");
});

it("loops, ranges and patterns of everyday commands reach no limit", () => {
  for (const command of [
    "for i in {1..1000}; do echo $i; done",
    "mkdir -p data/{2020..2026}/{01..12}/{a,b,c}",
    "echo {a..z}{0..9}",
    `git add ${Array.from({ length: 300 }, (_, at) => `src/file-${at}.ts`).join(" ")}`,
  ])
    expect(judgeCommand(command).decision).toBe("allow");
});

it("a pattern of pkill that takes long counts as one for our launchers", () => {
  for (const pattern of ["(a+)+$", "(.*)*!", "(.)\\1.*", ".*.*.*.*.*!"]) {
    expect(judgeCommand(`pkill -f '${pattern}'`).findings).toEqual([]);
  }
});

it("a call with too many files is denied", async () => {
  const host = createTestHost(protectFiles(everything), { host: "codex", cwd: "/tmp" });
  const files = Array.from({ length: 30_000 }, (_, at) => `*** Update File: x${at}\n@@\n-a\n+b\n`).join("");
  const patch = `*** Begin Patch\n${files}*** End Patch`;
  const { ran, reason } = await host.tool({ tool: "apply_patch", arguments: { input: patch } });
  expect({ ran, reason }).toMatchObject({ ran: false, reason: expect.stringContaining("too many files") });
});

describe("no command takes more than linear time", () => {
  const PARTS = [
    ...["a", "*", "{1..9}", "{a,b} ", "?*", "[a-z]*", "**/", "../", "a'b ", "$(", "`a ", "${x:-", "$x ", "ls;", "|cat"],
    ...["&&ls", "<<A ", "a=$a$a;", "env ", "xargs ", "f() { f; }; ", "(", "{ ", ">f ", " ", "\n", "\u0301", "-a "],
    ...["if a; then ", "rm codex ", "foo rm ", "cp a b;", "cd a && ", "[ -f a ] && x=$x; "],
  ];
  it.each(PARTS.map((part): [string] => [part]))("%j", (part) => {
    const cpu = (letters: number, times: number) => {
      const command = `echo ${part.repeat(letters / part.length)}`;
      const before = process.cpuUsage().user;
      for (let at = 0; at < times; at++) judgeCommand(`${command} ${at}`);
      return process.cpuUsage().user - before;
    };
    cpu(8000, 2);
    // The same letters in one text and in eight, as in the test of `scanText`.
    expect(cpu(64_000, 1) / Math.max(cpu(8000, 8), 20_000)).toBeLessThan(5);
  });
});
