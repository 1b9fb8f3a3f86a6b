import { redactMessage } from "@agent-hook/sdk/transcript";
import { list } from "../../words.js";
import type { Facts, HookFacts } from "../facts/facts.js";
import { type Finding, finding } from "./catalogue.js";
import { inProcess } from "./fix.js";

/** Reports recordings that were left on. */
export function traceFindings({ name, config, runnable }: HookFacts): Finding[] {
  const { env = {}, command = [] } = config;
  if (!runnable) return [];
  const { AGENT_HOOK_TRACE: file, AGENT_HOOK_TRACE_RAW: raw } = env;
  if (file) {
    const fix = `remove AGENT_HOOK_TRACE from hooks.processes.${name}.env`;
    return raw === "1"
      ? [finding("trace-raw", `AGENT_HOOK_TRACE_RAW records every call in ${file}, including secrets`, fix)]
      : [finding("trace-on", `AGENT_HOOK_TRACE records every call in ${file}`, fix)];
  }
  const [own, hook] = [command.slice(0, command.indexOf("--")), command.slice(command.indexOf("--") + 1)];
  if (!own.includes("trace") || !own.includes("--out") || hook.length === 0) return [];
  return [
    finding(
      "trace-on",
      `agent-hook trace records every call in ${own[own.indexOf("--out") + 1]}`,
      inProcess(name, { command: hook }),
    ),
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
      `other users can read ${file} (mode ${mode.toString(8).padStart(4, "0")}), including ${list(secrets)}`,
      `chmod 600 '${file}'`,
    ),
  ];
}
