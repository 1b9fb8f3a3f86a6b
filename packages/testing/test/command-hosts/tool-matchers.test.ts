import { bySimulatedHost, SIMULATED_HOSTS, type SimulatedHost } from "@agent-hook/sdk/internal/simulations";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolKind } from "../../../sdk/src/hook/calls.js";
import { matchesFilter, TOOL_KIND_NAMES, type ToolFilter } from "../../../sdk/src/hook/tool-filter.js";
import { type ToolMatchers, toolMatcher } from "../../../sdk/src/host-tools/tool-matcher.js";
import { INSTALLS } from "../../../sdk/src/hosts/installs.js";
import { HOST_EVENTS } from "../../../sdk/src/launcher/index.js";
import { handledCall } from "../../../sdk/test/command-hosts/asked.js";
import { recordings } from "../../../sdk/test/command-hosts/recordings.js";
import { matchesTool } from "../../src/internal/command-hosts.js";

interface Call {
  readonly tool: string;
  readonly kind: ToolKind;
}

/** Names that no table has: of a later version, and with characters that mean something in an expression. */
const UNKNOWN = ["brand_new_tool", "bash2", "a.b", "a+b(c)[d]{e}|f^g$h*i?j\\k", "mcp", "x-mcp__y"];

/** Docker's MCP gateway and Cline have no matchers: they start a hook for every call. */
const MATCHING = SIMULATED_HOSTS.filter((host) => "matchers" in INSTALLS[host]);
const matchersOf = (host: SimulatedHost) => (INSTALLS[host] as { readonly matchers: ToolMatchers }).matchers;

/** Every tool call that was recorded, with the kind that a hook sees. */
const RECORDED = await Promise.all(
  recordings
    .filter(({ host, event }) => ["beforeTool", "afterTool"].includes(HOST_EVENTS[host]?.[event]?.point ?? ""))
    .map(async ({ host, payload }) => {
      const { beforeTool, afterTool } = await handledCall(payload);
      const { tool, kind } = (beforeTool ?? afterTool) as Call;
      return { host, tool, kind };
    }),
);

const CALLS = bySimulatedHost((_, host): readonly Call[] => {
  if (!MATCHING.includes(host)) return [];
  const { kinds, mcpPrefix } = matchersOf(host);
  return [
    ...RECORDED.filter((call) => call.host === host),
    ...[...kinds].map(([tool, kind]) => ({ tool, kind })),
    ...UNKNOWN.map((tool) => ({ tool, kind: "other" as const })),
    ...(mcpPrefix === undefined ? [] : [{ tool: `${mcpPrefix}server__tool.x`, kind: "mcp" as const }]),
  ];
});

const filterFor = (host: SimulatedHost): fc.Arbitrary<ToolFilter> =>
  fc
    .record({
      kinds: fc.uniqueArray(fc.constantFrom(...TOOL_KIND_NAMES), { maxLength: 9 }),
      names: fc.uniqueArray(fc.constantFrom(...CALLS[host].map(({ tool }) => tool)), { maxLength: 4 }),
    })
    .filter(({ kinds, names }) => kinds.length + names.length > 0);

describe.each(MATCHING)("the matcher of a filter for %s", (host) => {
  const matchers = matchersOf(host);

  it("was recorded: more than three calls, and how the host reads a matcher", () => {
    expect(CALLS[host].length).toBeGreaterThan(UNKNOWN.length + 3);
    const events = Object.entries(HOST_EVENTS[host] ?? {}).filter(([, { point }]) =>
      ["beforeTool", "afterTool"].includes(point ?? ""),
    );
    expect(matchers.events).toEqual(expect.arrayContaining(events.map(([event]) => event)));
  });

  it("matches every call that the filter selects, and no other call of a known tool", () => {
    // A payload can show that a tool belongs to an MCP server although its name is that of a built-in tool.
    // Without a prefix, an expression cannot recognize the tools of MCP servers.
    const others = matchers.mcpPrefix === undefined ? "other" : "mcp";
    const isKnown = ({ tool, kind }: Call) => kind !== "other" && kind === (matchers.kinds.get(tool) ?? others);
    fc.assert(
      fc.property(filterFor(host), fc.boolean(), (filter, isGuard) => {
        const matcher = toolMatcher(filter, matchers, isGuard);
        if (matcher === undefined) return;
        const wrong = CALLS[host].filter((call) => {
          const isSelected = matchesFilter(filter, call);
          return (isSelected || isKnown(call)) && matchesTool(matcher, call.tool, matchers) !== isSelected;
        });
        expect(wrong, matcher).toEqual([]);
      }),
    );
  });

  it("of an observer matches no unknown tool that it does not name, and is left out where it would be narrower", () => {
    const kinds = TOOL_KIND_NAMES.filter((kind) => kind !== "other" && kind !== "mcp");
    for (const kind of kinds) {
      const matcher = toolMatcher({ kinds: [kind], names: ["a.b"] }, matchers, false) ?? expect.unreachable();
      expect(UNKNOWN.filter((tool) => matchesTool(matcher, tool, matchers))).toEqual(["a.b"]);
    }
    expect(toolMatcher({ names: ["Bash", "two words"] }, matchers, false)).toBeUndefined();
    const isKnownByName = matchers.mcpPrefix !== undefined && !matchers.mcpAnyName;
    expect(toolMatcher({ kinds: ["mcp"] }, matchers, false) !== undefined).toBe(isKnownByName);
    expect(toolMatcher({ kinds: ["other"] }, matchers, true) !== undefined).toBe(matchers.syntax === undefined);
  });
});

it("a guard's kinds exclude other known tools where the host has lookahead, so that a new tool reaches the guard", () => {
  const reached = MATCHING.filter((host) => {
    const matcher = toolMatcher({ kinds: ["edit"] }, matchersOf(host), true) ?? expect.unreachable();
    return matchesTool(matcher, "brand_new_edit", matchersOf(host));
  });
  expect(reached).toEqual(MATCHING.filter((host) => matchersOf(host).syntax === undefined));
});
