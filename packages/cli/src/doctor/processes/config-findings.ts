import { isBefore } from "@agent-hook/sdk/internal/text";
import { redactMessage } from "@agent-hook/sdk/internal/transcript";
import { tracedCommand } from "../../config/traced-command.js";
import { formatList } from "../../format-list.js";
import { type Finding, finding } from "../findings.js";
import { type Facts, type HookProcessFacts, versionOf } from "./facts.js";
import type { ConfiguredHook } from "./hooks-in-config.js";
import { inConfig, inProcess } from "./in-config.js";

/** Reports problems of `hooks`, except those of its processes. */
export function configFindings({ host, config, version }: Facts): Finding[] {
  const { problems, builtins, enabled, hooks, isolated } = config;
  return [
    ...problems.map((problem) => problemFinding(problem, host, version)),
    ...builtins.map((name) =>
      finding(
        "builtin-enabled",
        `hooks.builtins.${name} is enabled, but released versions of ${host.title} have no such hook and do not start`,
        inConfig(`hooks.builtins.${name}`, { enabled: false }),
      ),
    ),
    ...(hooks.length === 0 && problems.length === 0
      ? [
          finding(
            "no-hooks",
            "there is no hook process",
            `agent-hook config ${host.name} -- COMMAND prints an entry to paste`,
          ),
        ]
      : []),
    ...(hooks.length > 0 && !enabled
      ? [finding("hooks-disabled", "hooks.enabled is false: no hook starts", inConfig("hooks", { enabled: true }))]
      : []),
    ...(isolated && hooks.some(({ runnable }) => runnable)
      ? [
          finding(
            "isolated",
            `isolation.enabled is true: ${host.title} starts the hooks in a sandbox, where they may not find their files`,
            `test it with ${host.title}, or list the files that the hooks need in isolation.expose_paths`,
          ),
        ]
      : []),
  ];
}

/** Reports problems of a process's entry. */
export function entryFindings(hook: HookProcessFacts, facts: Facts): Finding[] {
  const { host, name, config, problems, settings } = hook;
  return [
    ...problems.map((problem) => problemFinding(problem, hook.host, versionOf(facts, hook))),
    ...ownFieldFindings(hook, versionOf(facts, hook)),
    ...(problems.length === 0 ? newKindFindings(hook, versionOf(facts, hook)) : []),
    ...(config.enabled === undefined && !problems.some(({ path }) => path[2] === "enabled")
      ? [
          finding(
            "not-enabled",
            `it lacks "enabled": ${host.title} never starts it, so it guards nothing`,
            inProcess(name, { enabled: true }),
          ),
        ]
      : []),
    ...(config.enabled === false ? [finding("disabled", "it is disabled", inProcess(name, { enabled: true }))] : []),
    ...(config.enabled === true && settings !== undefined ? unusableFindings(name, hook) : []),
  ];
}

function problemFinding(
  { text, unknownField }: ConfiguredHook["problems"][number],
  host: ConfiguredHook["host"],
  version: string | undefined,
): Finding {
  const what = text.startsWith("hooks: ") ? text : `hooks.${text}`;
  if (unknownField && version !== undefined && isBefore(version, host.strictFields)) {
    return finding("ignored-field", `${what}; ${host.title} ${version} ignores it`, "remove it, or correct its name");
  }
  return unknownField
    ? finding(
        "unknown-field",
        `${what}; ${host.title} ${host.strictFields} and later does not start with it`,
        "remove it, or correct its name",
      )
    : finding("invalid-config", `${what}; ${host.title} does not start with it`, "correct it");
}

function ownFieldFindings({ host, name, ownFields }: ConfiguredHook, version: string | undefined): Finding[] {
  if (ownFields.length === 0) return [];
  const fieldsText = `${formatList(ownFields)} ${ownFields.length === 1 ? "is" : "are"} only for HookManager of @agent-hook/picoclaw`;
  const fix = `remove ${formatList(ownFields)} from hooks.processes.${name}`;
  return version !== undefined && isBefore(version, host.strictFields)
    ? [finding("ignored-field", `${fieldsText}; ${host.title} ${version} ignores it`, fix)]
    : [
        finding(
          "unknown-field",
          `${fieldsText}; ${host.title} ${host.strictFields} and later does not start with it`,
          fix,
        ),
      ];
}

function newKindFindings({ host, name, config }: ConfiguredHook, version: string | undefined): Finding[] {
  const kinds = (config.observe ?? []).filter((kind) => kind.includes("."));
  if (version === undefined || !isBefore(version, host.eventNames) || kinds.length === 0) return [];
  return [
    finding(
      "invalid-config",
      `hooks.processes.${name}.observe: ${host.title} ${version} does not support ${formatList(kinds)}, and does not start with it`,
      inProcess(name, { observe: ["*"] }),
    ),
  ];
}

function unusableFindings(name: string, { host, config, settings }: ConfiguredHook): Finding[] {
  const hasModes = settings?.modes.length !== 0;
  const nameless = `a hook process without a name; ${host.title} does not start with it`;
  return [
    ...(name === "" ? [finding("invalid-config", `hooks.processes: ${nameless}`, "give it a name")] : []),
    ...(config.command?.[0]
      ? []
      : [
          finding(
            "invalid-config",
            `hooks.processes.${name}.command: expected a program and its arguments; ${host.title} does not start without it`,
            inProcess(name, { command: ["/absolute/path/of/node", "/absolute/path/of/main.js"] }),
          ),
        ]),
    ...(hasModes
      ? []
      : [
          finding(
            "no-points-enabled",
            `it has neither "intercept" nor "observe": ${host.title} does not start ("no hook modes enabled")`,
            inProcess(name, { intercept: ["before_tool", "approve_tool"] }),
          ),
        ]),
  ];
}

/** Reports a hook whose calls are recorded. */
export function traceFindings({ name, config, runnable, command: { program } }: HookProcessFacts): Finding[] {
  const { env = {}, command = [] } = config;
  if (!runnable) return [];
  const { AGENT_HOOK_TRACE: file, AGENT_HOOK_TRACE_RAW: raw } = env;
  if (file) {
    const fix = `remove AGENT_HOOK_TRACE from hooks.processes.${name}.env`;
    return raw === "1"
      ? [finding("trace-raw", `AGENT_HOOK_TRACE_RAW records every call in ${file}, including secrets`, fix)]
      : [finding("trace-on", `AGENT_HOOK_TRACE records every call in ${file}`, fix)];
  }
  const traced = tracedCommand(command);
  if (traced === undefined) return [];
  const [written, ...args] = traced.hook;
  const hook = [written.includes("/") ? written : (program ?? written), ...args];
  return [
    finding("trace-on", `agent-hook trace records every call in ${traced.out}`, inProcess(name, { command: hook })),
  ];
}

/** Reports secrets in the config that other users may read. */
export function secretFindings({ config, hooks }: Facts): Finding[] {
  const { file, mode } = config;
  const secrets = hooks.flatMap((hook) =>
    redactMessage(hook.config.env ?? {}).redacted.map((pointer) => `${pointer.slice(1)} of ${hook.name}`),
  );
  if (secrets.length === 0 || (mode & 0o044) === 0) return [];
  return [
    finding(
      "config-readable",
      `other users can read ${file} (mode ${mode.toString(8).padStart(4, "0")}), including ${formatList(secrets)}`,
      `chmod 600 '${file}'`,
    ),
  ];
}
