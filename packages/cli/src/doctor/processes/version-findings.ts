import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import type { Capability } from "@agent-hook/sdk";
import { appliesTo, hosts } from "@agent-hook/sdk/hosts";
import { formatList } from "../../format-list.js";
import { type Finding, finding } from "../findings.js";
import { type Facts, type HookProcessFacts, versionOf } from "./facts.js";
import { inConfig, inProcess } from "./in-config.js";
import { mcpNameFindings, namedServer, serverOf } from "./servers.js";

/** Reports what the host's version means for a hook. */
export function versionFindings(hook: HookProcessFacts, facts: Facts): Finding[] {
  if (hook.start === undefined) return [];
  return [
    ...receivedVersionFindings(hook, facts),
    ...ownToolFindings(hook, facts),
    ...mcpNameFindings(hook, facts),
    ...limitFindings(hook, versionOf(facts, hook)),
  ];
}

/** Reports hooks that receive different versions, unless the user gave the correct version. */
export function versionsFindings({ host, hooks, version }: Facts): Finding[] {
  const hookVersions = hooks.flatMap(({ name, namedHost }) =>
    namedHost?.version ? [`${name} ${namedHost.version}`] : [],
  );
  const versions = new Set(hooks.flatMap(({ namedHost }) => namedHost?.version ?? []));
  if (version !== undefined || versions.size < 2) return [];
  return [
    finding(
      "host-differs",
      `the hooks receive different versions of ${host.title}: ${formatList(hookVersions)}`,
      `give all hooks the version that runs; agent-hook doctor --host ${host.name}@VERSION lists the hooks with another version`,
    ),
  ];
}

function receivedVersionFindings(
  { host, name, config, manifest, namedHost }: HookProcessFacts,
  { version }: Facts,
): Finding[] {
  const hookVersion = namedHost?.version;
  const command = withHost(config.command ?? [], `${host.name}@${version ?? NEWEST_VERSION}`);
  if (hookVersion !== undefined && version !== undefined && hookVersion !== version) {
    const message = `it receives ${host.name} ${hookVersion}, but runs under ${version}`;
    return [
      finding(
        "host-differs",
        message,
        isHostInEnv(config)
          ? inConfig(`hooks.processes.${name}.env`, { AGENT_HOOK_HOST: `${host.name}@${version}` })
          : inProcess(name, { command }),
      ),
    ];
  }
  if (manifest === undefined || hookVersion !== undefined) return [];
  return [
    finding(
      "host-unknown",
      `it does not receive the version of ${host.title}, so it applies the strictest rules`,
      `${inProcess(name, { command })}, or the version that runs`,
    ),
  ];
}

function isHostInEnv({ command = [], env = {} }: HookProcessFacts["config"]): boolean {
  return env.AGENT_HOOK_HOST !== undefined && !command.some((word) => /^--host(=|$)/.test(word));
}

function withHost(command: readonly string[], host: string): string[] {
  return [...withoutHost(command), "--host", host];
}

function withoutHost(command: readonly string[]): string[] {
  return command.filter((word, index) => !/^--host(=|$)/.test(word) && command[index - 1] !== "--host");
}

function ownToolFindings(hook: HookProcessFacts, facts: Facts): Finding[] {
  const { host, manifest } = hook;
  const version = versionOf(facts, hook);
  const tools = manifest?.tools ?? [];
  if (tools.length === 0 || version === undefined) return [];
  const [limit] = limits(host, "tools", version);
  if (limit === undefined || namedServer(hook) !== undefined || serverOf(hook, facts) !== undefined) return [];
  return [
    finding(
      "own-tools-ignored",
      `it has the tools ${formatList(tools.map((tool) => tool.name))}, but ${host.name} ${version} does not offer them to the model: ${limit.note}`,
      `provide them with an MCP server, as agent-hook config ${host.name}@${version} prints it`,
    ),
  ];
}

/** Reports decisions that this version no longer supports. If the version is unknown, all versions count. */
function limitFindings(hook: HookProcessFacts, version: string | undefined): Finding[] {
  const { host, manifest, config } = hook;
  const tools = manifest?.tools ?? [];
  const handlesBeforeLlm =
    manifest === undefined ? (config.intercept ?? []).includes("before_llm") : manifest.points.includes("beforeLlm");
  const rows = [
    ...(handlesBeforeLlm && tools.length === 0 ? limits(host, "beforeLlm", version) : []),
    ...(tools.length > 0 && version === undefined && namedServer(hook) === undefined
      ? limits(host, "tools", version)
      : []),
  ];
  if (rows.length === 0) return [];
  const who = version === undefined ? `some versions of ${host.title} do` : `${host.name} ${version} does`;
  const what = rows.map(({ point, decision, support, since, note }) => {
    const from = version === undefined ? `, ${since} and later` : "";
    return `${point} ${decision} (${support}${from}): ${note}`;
  });
  return [
    finding(
      "version-limits",
      `${who} not support all its decisions: ${what.join("; ")}`,
      version === undefined
        ? `agent-hook doctor --host ${host.name}@VERSION reports the limits of your version`
        : tools.length > 0
          ? `provide the tools with an MCP server, as agent-hook config ${host.name}@${version} prints it`
          : "nothing, if the hook does not need them; for your own hook, see the table of versions in its documentation",
    ),
  ];
}

function limits(
  host: HookProcessFacts["host"],
  point: Capability["point"],
  version: string | undefined,
): readonly Capability[] {
  return hosts[host.name as keyof typeof hosts].decisions.filter(
    (row) => row.point === point && row.support !== "yes" && row.since !== undefined && appliesTo(row, version),
  );
}
