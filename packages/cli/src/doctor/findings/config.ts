import { isBefore } from "@agent-hook/protocol";
import { list } from "../../words.js";
import type { ConfiguredHook } from "../facts/configured.js";
import type { Facts, HookFacts } from "../facts/facts.js";
import { versionOf } from "../facts/facts.js";
import { type Finding, finding } from "./catalogue.js";
import { inConfig, inProcess } from "./fix.js";

/** Reports problems of `hooks` itself, apart from its processes. */
export function configFindings({ config, version }: Facts): Finding[] {
  const { problems, builtins, enabled, hooks, isolated } = config;
  return [
    ...problems.map((problem) => shapeFinding(problem, version)),
    ...builtins.map((name) =>
      finding(
        "builtin-enabled",
        `hooks.builtins.${name} is enabled, but released versions of PicoClaw have no such hook and do not start`,
        inConfig(`hooks.builtins.${name}`, { enabled: false }),
      ),
    ),
    ...(hooks.length === 0 && problems.length === 0
      ? [
          finding(
            "no-hooks",
            "there is no hook process",
            "agent-hook config picoclaw -- COMMAND prints an entry to paste",
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
            "isolation.enabled is true: PicoClaw starts the hooks in a sandbox, where they may not find their files",
            "test it with PicoClaw, or list the files that the hooks need in isolation.expose_paths",
          ),
        ]
      : []),
  ];
}

/** Reports problems of a process's entry. */
export function entryFindings(hook: HookFacts, facts: Facts): Finding[] {
  const { name, config, problems, settings } = hook;
  return [
    ...problems.map((problem) => shapeFinding(problem, versionOf(facts, hook))),
    ...ownFieldFindings(hook, versionOf(facts, hook)),
    ...(problems.length === 0 ? newKindFindings(hook, versionOf(facts, hook)) : []),
    ...(config.enabled === undefined && !problems.some(({ path }) => path[2] === "enabled")
      ? [
          finding(
            "not-enabled",
            'it lacks "enabled": PicoClaw never starts it, so it guards nothing',
            inProcess(name, { enabled: true }),
          ),
        ]
      : []),
    ...(config.enabled === false ? [finding("disabled", "it is disabled", inProcess(name, { enabled: true }))] : []),
    ...(config.enabled === true && settings !== undefined ? unusable(name, hook) : []),
  ];
}

function shapeFinding(
  { text, unknownField }: ConfiguredHook["problems"][number],
  version: string | undefined,
): Finding {
  const what = text.startsWith("hooks: ") ? text : `hooks.${text}`;
  if (unknownField && version !== undefined && isBefore(version, "v0.2.8")) {
    return finding("ignored-field", `${what}; PicoClaw ${version} ignores it`, "remove it, or correct its name");
  }
  return unknownField
    ? finding(
        "unknown-field",
        `${what}; PicoClaw v0.2.8 and later does not start with it`,
        "remove it, or correct its name",
      )
    : finding("invalid-config", `${what}; PicoClaw does not start with it`, "correct it");
}

function ownFieldFindings({ name, ownFields }: ConfiguredHook, version: string | undefined): Finding[] {
  if (ownFields.length === 0) return [];
  const which = `${list(ownFields)} ${ownFields.length === 1 ? "is" : "are"} only for HookManager of @agent-hook/host`;
  const fix = `remove ${list(ownFields)} from hooks.processes.${name}`;
  return version !== undefined && isBefore(version, "v0.2.8")
    ? [finding("ignored-field", `${which}; PicoClaw ${version} ignores it`, fix)]
    : [finding("unknown-field", `${which}; PicoClaw v0.2.8 and later does not start with it`, fix)];
}

/** Versions before v0.2.9 only support the old kinds and do not start with others (observed). */
function newKindFindings({ name, config }: ConfiguredHook, version: string | undefined): Finding[] {
  const kinds = (config.observe ?? []).filter((kind) => kind.includes("."));
  if (version === undefined || !isBefore(version, "v0.2.9") || kinds.length === 0) return [];
  return [
    finding(
      "invalid-config",
      `hooks.processes.${name}.observe: PicoClaw ${version} does not support ${list(kinds)}, and does not start with it`,
      inProcess(name, { observe: ["*"] }),
    ),
  ];
}

function unusable(name: string, { config, settings }: ConfiguredHook): Finding[] {
  const asked = settings?.modes.length !== 0;
  const nameless = "a hook process without a name; PicoClaw does not start with it";
  return [
    ...(name === "" ? [finding("invalid-config", `hooks.processes: ${nameless}`, "give it a name")] : []),
    ...(config.command?.[0]
      ? []
      : [
          finding(
            "invalid-config",
            `hooks.processes.${name}.command: expected a program and its arguments; PicoClaw does not start without it`,
            inProcess(name, { command: ["/absolute/path/of/node", "/absolute/path/of/main.js"] }),
          ),
        ]),
    ...(asked
      ? []
      : [
          finding(
            "never-asked",
            'it has neither "intercept" nor "observe": PicoClaw does not start ("no hook modes enabled")',
            inProcess(name, { intercept: ["before_tool", "approve_tool"] }),
          ),
        ]),
  ];
}
