import { membersOf } from "../hook/compose.js";
import type { Log } from "../hook/context.js";
import type { Hook } from "../hook/define-hook.js";
import type { Schema } from "../hook/schema.js";
import type { StoreSource } from "../store/source.js";
import { describeIssues } from "../text/index.js";
import type { Failure, FailureLog } from "./failure.js";
import { createLog, logFailure, type WriteText } from "./log.js";
import type { Manifest } from "./manifest.js";
import type { Member, OwnTool, PreparedHook } from "./prepared-hook.js";
import { filtersOf } from "./tool-filters.js";

/** Environment variables that do not match the hook's schema. The message names each one, but never a value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads the settings of a checked hook. Rejects with one `SettingsError` that lists every problem. */
export async function prepareHook(
  hook: Hook,
  manifest: Manifest,
  env: NodeJS.ProcessEnv,
  write: WriteText,
  store: StoreSource,
  onFailure: (failure: Failure) => void = () => {},
): Promise<PreparedHook> {
  const problems: string[] = [];
  const settings = (owner: string, schema: Hook["env"]) =>
    readSettings(owner, schema, env).catch((error: unknown) => {
      if (!(error instanceof SettingsError)) throw error;
      problems.push(error.message);
    });

  const members: Member[] = [];
  const tools = new Map<string, OwnTool>();
  const specs = new Map(manifest.tools.map((spec) => [spec.name, spec]));
  for (const part of membersOf(hook)) {
    const log = createLog(part.name, env.AGENT_HOOK_LOG_LEVEL, write);
    const member: Member = {
      ...failureLog(log, onFailure),
      hook: part,
      policy: part.onFailure ?? "continue",
      filters: filtersOf(part),
      env: await settings(`hook "${part.name}"`, part.env),
      log,
      store,
    };
    members.push(member);
    for (const tool of part.tools ?? []) {
      const spec = specs.get(tool.name) ?? { name: tool.name };
      tools.set(tool.name, { tool, member, spec, env: await settings(`tool "${tool.name}"`, tool.env) });
    }
  }
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));

  const log = createLog(hook.name, env.AGENT_HOOK_LOG_LEVEL, write);
  return {
    ...failureLog(log, onFailure),
    name: hook.name,
    members,
    tools,
    deadlines: manifest.deadlines,
    blocks: manifest.onFailure === "block",
    guards: manifest.onFailure === "block" || members.some((member) => member.hook.approveTool !== undefined),
    log,
    store,
  };
}

function failureLog(log: Log, onFailure: (failure: Failure) => void): FailureLog {
  return {
    failed(failure, consequence) {
      logFailure(log, failure, consequence);
      onFailure(failure);
    },
  };
}

/** Parses the environment with a schema. Returns `{}` if the hook has no schema. */
async function readSettings(owner: string, schema: Schema | undefined, env: NodeJS.ProcessEnv): Promise<unknown> {
  if (schema === undefined) return {};
  const checked = await schema["~standard"].validate({ ...env });
  if (checked.issues === undefined) return checked.value;
  throw new SettingsError(`${owner}: invalid environment: ${describeIssues(checked.issues, env)}`);
}
