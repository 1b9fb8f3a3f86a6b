import { createHash } from "node:crypto";
import { sorted } from "../runtime/call-memory.js";
import type { PersonRequest } from "../runtime/person.js";
import { userOnMachine } from "../store/scoped-key.js";
import { stringify } from "../text/index.js";
import { agentProcesses, machineId } from "./processes.js";
import type { NewQuestion } from "./question.js";

/** The longest arguments that are kept, in characters. */
const MAX_ARGUMENTS = 256 * 1024;

/** Describes a call for a person. */
export function newQuestion({ hook, call, ask, host }: PersonRequest): NewQuestion {
  const { tool, kind, sessionId, cwd, origin, arguments: args } = call;
  const user = userOnMachine();
  const folder = cwd ?? process.cwd();
  // What makes this call this call. Paths in the arguments may be relative.
  const identity = [user, hook, host.name, sessionId ?? "", folder, tool, sorted(args)];
  return {
    hook,
    host: host.name,
    ...(host.version === undefined ? {} : { hostVersion: host.version }),
    ...(origin.agentId === undefined ? {} : { agent: String(origin.agentId) }),
    ...(sessionId === undefined ? {} : { session: sessionId }),
    cwd: folder,
    user,
    tool,
    kind,
    arguments: cut(JSON.stringify(args, null, 2)),
    reason: ask.reason,
    ...(ask.rule === undefined ? {} : { rule: ask.rule }),
    digest: createHash("sha256").update(stringify(identity)).digest("hex"),
    askedBy: agentProcesses(),
    machine: machineId(),
  };
}

function cut(text: string): string {
  if (text.length <= MAX_ARGUMENTS) return text;
  return `${text.slice(0, MAX_ARGUMENTS)}\n… cut here: only ${MAX_ARGUMENTS} of ${text.length} characters are shown`;
}
