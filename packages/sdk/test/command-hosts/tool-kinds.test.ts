import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as claudeCode from "../../src/hosts/claude-code/tool-kinds.js";
import * as cline from "../../src/hosts/cline/tool-kinds.js";
import * as codex from "../../src/hosts/codex/tool-kinds.js";
import * as copilot from "../../src/hosts/copilot/tool-kinds.js";
import * as cursor from "../../src/hosts/cursor/tool-kinds.js";
import * as dockerAgent from "../../src/hosts/docker-agent/tool-kinds.js";
import * as droid from "../../src/hosts/droid/tool-kinds.js";
import * as gemini from "../../src/hosts/gemini/tool-kinds.js";
import { HOST_TOOLS } from "../../src/hosts/generated/host-tools.js";
import * as goose from "../../src/hosts/goose/tool-kinds.js";
import * as kilo from "../../src/hosts/kilo/tool-kinds.js";
import * as kimi from "../../src/hosts/kimi/tool-kinds.js";
import * as opencode from "../../src/hosts/opencode/tool-kinds.js";
import * as picoclaw from "../../src/hosts/picoclaw/tool-kinds.js";
import * as qwen from "../../src/hosts/qwen/tool-kinds.js";
import { approve, defineHook, reject, type ToolKind } from "../../src/index.js";
import { hostFlag } from "../../src/serve/hosts.js";
import { asked } from "./asked.js";
import { COMMAND_HOSTS, payloadOf, simulationOf } from "./recordings.js";

/**
 * Names that are in no table, and what they are taken for: some hosts mark the tools of MCP servers by their names.
 */
const HOSTS: readonly {
  readonly host: string;
  readonly kindOf: (name: string) => ToolKind;
  readonly table: ReadonlyMap<string, ToolKind>;
  readonly mcp?: readonly string[];
  readonly other: readonly string[];
}[] = [
  {
    host: "claude-code",
    kindOf: claudeCode.kindOf,
    table: claudeCode.TOOL_KINDS,
    mcp: ["mcp__files__Bash"],
    other: ["bash", "mcp_srv_echo"],
  },
  {
    host: "cline",
    kindOf: cline.kindOf,
    table: cline.TOOL_KINDS,
    mcp: ["srv__echo", "my_server__do_it"],
    other: ["RUN_COMMANDS", "a___b", "__"],
  },
  {
    host: "codex",
    kindOf: codex.kindOf,
    table: codex.TOOL_KINDS,
    mcp: ["mcp__srv__echo", "mcp__files__Bash"],
    other: ["bash", "exec_command"],
  },
  {
    host: "copilot",
    kindOf: copilot.kindOf,
    table: copilot.TOOL_KINDS,
    other: ["Bash", "srv-bash", "github-mcp-server-get_me"],
  },
  { host: "cursor", kindOf: cursor.kindOf, table: cursor.TOOL_KINDS, mcp: ["MCP:echo"], other: ["shell", "mcp:echo"] },
  {
    host: "docker-agent",
    kindOf: dockerAgent.kindOf,
    table: dockerAgent.TOOL_KINDS,
    other: ["Shell", " shell", "weather_shell", "mcp_files_read"],
  },
  {
    host: "droid",
    kindOf: droid.kindOf,
    table: droid.TOOL_KINDS,
    mcp: ["srv___echo", "my_server___do_it"],
    other: ["edit", "mcp__srv__echo", "___"],
  },
  {
    host: "gemini",
    kindOf: gemini.kindOf,
    table: gemini.TOOL_KINDS,
    mcp: ["mcp_srv_echo", "mcp_x"],
    other: ["Replace", "srv_echo"],
  },
  { host: "goose", kindOf: goose.kindOf, table: goose.TOOL_KINDS, other: ["Shell", "srv__shell", "mcp__srv__echo"] },
  { host: "kilo", kindOf: kilo.kindOf, table: kilo.TOOL_KINDS, other: ["patch", "srv_bash"] },
  {
    host: "kimi",
    kindOf: kimi.kindOf,
    table: kimi.TOOL_KINDS,
    mcp: ["mcp__srv__echo", "mcp__"],
    other: ["bash", "srv__echo"],
  },
  { host: "opencode", kindOf: opencode.kindOf, table: opencode.TOOL_KINDS, other: ["Edit", "srv_echo"] },
  {
    host: "picoclaw",
    kindOf: picoclaw.kindOf,
    table: picoclaw.TOOL_KINDS,
    mcp: ["mcp_files_read", "mcp_a_very_long_name_1c9ae2f0", "mcp_"],
    other: ["READ_FILE", "read_file ", " read_file", "read_fi\u217ce", "MCP_files_read", "mcp", "xmcp_a"],
  },
  {
    host: "qwen",
    kindOf: qwen.kindOf,
    table: qwen.TOOL_KINDS,
    mcp: ["mcp__srv__echo", "mcp__x"],
    other: ["Edit", "mcp_srv_echo"],
  },
];

/** Other spellings of a tool's name that servers, models and users produce. */
const ALIASES: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => ` ${name}`,
  (name) => `${name}\n`,
  (name) => `${name}\u200b`,
  (name) => name.replace("e", "\u0435"),
  (name) => `mcp__srv__${name}`,
  (name) => `mcp_srv_${name}`,
  (name) => `srv-${name}`,
  (name) => `functions.${name}`,
  (name) => name.replaceAll("_", "-"),
];

it("the list contains every host with a table of tools", () => {
  const folder = new URL("../../src/hosts/", import.meta.url);
  const files = readdirSync(folder).map((name) => [name, new URL(`${name}/tool-kinds.ts`, folder)] as const);
  const hasTable = (file: URL) => existsSync(file) && readFileSync(file, "utf8").includes("TOOL_KINDS");
  const named = files.flatMap(([name, file]) => (hasTable(file) ? [name] : []));
  expect(HOSTS.map(({ host }) => host)).toEqual(named);
});

describe.each(HOSTS)("the kind of a tool of $host", ({ host, kindOf, table, mcp = [], other }) => {
  const kindsOf = (some: readonly string[]) => some.map((name) => [name, kindOf(name)]);

  it("is one of those with which a filter is checked, as certain", () => {
    const { kinds } = HOST_TOOLS[host] ?? {};
    for (const name of [...table.keys(), ...mcp, ...other]) expect(kinds, name).toContain(kindOf(name));
  });

  it("is mcp or other for a name that is in no table", () => {
    expect(kindsOf(mcp)).toEqual(mcp.map((name) => [name, "mcp"]));
    const others = [...other, "", "constructor", "__proto__", "toString"];
    expect(kindsOf(others)).toEqual(others.map((name) => [name, "other"]));
  });

  it("is what the page of the host says", () => {
    const page = readFileSync(new URL(`../../../../docs/${host}.md`, import.meta.url), "utf8");
    const [rows = ""] = /(?<=^\| `call\.kind` \|.*\n\|[-|]+\n)(?:\|.*\n)+/m.exec(page) ?? [];
    const listed = rows.split("\n").flatMap((row) => {
      const [kind, ...tools] = [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
      return tools.map((tool) => [tool, kind]);
    });
    expect([...table]).toEqual(listed);
  });

  it("is that of its table only for the exact name", () => {
    expect(kindsOf([...table.keys()])).toEqual([...table]);
    const known = HOSTS.flatMap((one) => [...one.table.keys()]);
    const spelt = known.flatMap((name) => ALIASES.map((alias) => alias(name))).filter((name) => !table.has(name));
    expect(spelt.length).toBeGreaterThan(500);
    expect(spelt.filter((name) => kindOf(name) !== "mcp" && kindOf(name) !== "other")).toEqual([]);
  });

  it.runIf(COMMAND_HOSTS.includes(host))(
    "does not let another spelling pass a guard that approves reading",
    async () => {
      const guard = defineHook({
        name: "guard",
        onFailure: "block",
        approveTool: ({ kind }) => (kind === "read" ? approve() : reject("not for reading")),
      });
      const { beforeTool: event, fields } = simulationOf(host);
      const [read = ""] = [...table].find(([, kind]) => kind === "read") ?? [];
      const denialOf = async (tool: string) =>
        (await asked(guard, payloadOf(host, event, { [fields.tool]: tool }), { host: hostFlag(host, event) })).denial;
      expect(await denialOf(read)).toBeUndefined();
      expect(await denialOf(`${read} `)).toBe("not for reading");
    },
  );
});
