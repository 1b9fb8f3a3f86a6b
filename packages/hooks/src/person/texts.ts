import type { Question } from "@agent-hook/sdk/internal/questions";

/** Returns the command with which a person answers, also if the store is in another file. */
export function answerCommand(id: string, env: NodeJS.ProcessEnv = process.env): string {
  const { AGENT_HOOK_STORE: store = "" } = env;
  // Another setting can contain a password.
  const prefix = /^file:[\w/.@%+-]+$/.test(store) ? `AGENT_HOOK_STORE=${store} ` : "";
  return `${prefix}npx agent-hook approve ${id}`;
}

/** What the agent reads if nobody answered. `question`: missing in a test. */
export function notAnswered(reason: string, question?: Question): string {
  if (question === undefined) return `needs a person: ${sentence(reason)} Nobody answered.`;
  const { id, expiresAt } = question;
  return (
    `needs a person: ${sentence(reason)} A person was asked (question ${id}), and has not answered ` +
    `yet. Tell the user: to allow this call once, run ${answerCommand(id)} in a terminal of your own, until ` +
    `${expiresAt.slice(11, 16)} UTC. Only the user can do that. Once the user agreed, try the call again ` +
    "with exactly the same arguments."
  );
}

/** What the agent reads after a no. */
export function deniedByPerson(reason: string, question?: Question): string {
  const { id, answerReason } = question ?? {};
  const which = id === undefined ? "" : ` (question ${id})`;
  const why = answerReason === undefined ? "." : `: ${sentence(answerReason)}`;
  return `A person denied this call${which}${why} It was asked because: ${sentence(reason)} Do not try it again.`;
}

export function tooMany(reason: string): string {
  return `needs a person: ${sentence(reason)} Too many questions are open. Wait until the user answered some of them.`;
}

export function noStore(reason: string): string {
  return `needs a person: ${sentence(reason)} Nobody can be asked, because AGENT_HOOK_STORE is memory:. Tell the user.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
