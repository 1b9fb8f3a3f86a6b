import { expect, it } from "vitest";
import { SIMULATED_HOSTS, SIMULATIONS } from "../../src/hosts/simulations.js";
import { approve, defineHook, type Hook, reject } from "../../src/index.js";
import { hostFlag } from "../../src/serve/hosts.js";
import { asked } from "./asked.js";
import { hasOwnTools, payloadOf } from "./recordings.js";

type Kinds = ReadonlyMap<string, string>;

const HOSTS = await Promise.all(
  SIMULATED_HOSTS.filter(hasOwnTools).map(async (host) => {
    const { TOOL_KINDS } = (await import(`../../src/hosts/${host}/tool-kinds.ts`)) as { readonly TOOL_KINDS: Kinds };
    return [host, TOOL_KINDS] as const;
  }),
);

const NAMES = HOSTS.flatMap(([, kinds]) => [...kinds.keys()]);

/** Other spellings of a tool's name that servers, models and users produce. */
const ALIASES: readonly ((name: string) => string)[] = [
  (name) => name,
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

const guard = defineHook({
  name: "guard",
  onFailure: "block",
  approveTool: ({ kind }) => (kind === "read" ? approve() : reject("not for reading")),
}) as Hook;

it.each(HOSTS)(
  "under %s a guard that approves reading tools is not passed by other spellings of their names",
  async (host, kinds) => {
    const { beforeTool: event, fields } = SIMULATIONS[host];
    const named = hostFlag(host, event);
    const names = new Set(NAMES.flatMap((name) => ALIASES.map((alias) => alias(name))));
    const approved: string[] = [];
    for (const name of names) {
      const { denial } = await asked(guard, payloadOf(host, event, { [fields.tool]: name }), { host: named });
      if (denial === undefined) approved.push(name);
    }
    expect(approved.sort()).toEqual([...kinds].flatMap(([name, kind]) => (kind === "read" ? [name] : [])).sort());
    expect(names.size).toBeGreaterThan(500);
  },
);
