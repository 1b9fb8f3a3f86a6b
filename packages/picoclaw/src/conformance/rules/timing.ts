import { broken, inconclusive, notApplicable } from "../finding.js";
import type { HookSession, Sample } from "../hook-session.js";
import type { Rule } from "../rule.js";

export const timing: readonly Rule[] = [
  {
    id: "timing/approval",
    sentence: "hook.approve_tool is answered within 60 s.",
    source: "PicoClaw v0.2.6 to v0.2.9 (run): the default of hooks.defaults.approval_timeout_ms",
    why: 'The host denies the tool: `tool approval hook "NAME" timed out`; the late answer is dropped.',
    check: (session) => inTime(session, (method) => method === "hook.approve_tool"),
  },
  {
    id: "timing/interceptors",
    sentence: "Calls before and after the model and a tool are answered within 5 s.",
    source: "PicoClaw v0.2.6 to v0.2.9 (run): the default of hooks.defaults.interceptor_timeout_ms",
    why: "The host skips the hook after 5 s, so a tool that it would deny runs; the late answer is dropped.",
    check: (session) => inTime(session, (method) => method !== "hook.approve_tool"),
  },
];

async function inTime(session: HookSession, isMeant: (method: string) => boolean): Promise<void> {
  const meant = (await session.samples()).filter(({ method }) => isMeant(method));
  if (meant.length === 0) throw notApplicable("These modes have no such call");
  const answered = meant.filter(({ answer }) => answer !== undefined);
  if (answered.length === 0) throw inconclusive("No such call was answered");
  const late = answered.find(({ method, ms }) => ms > session.limitOf(method));
  if (late !== undefined) throw broken(late.sent, lateness(late));
}

function lateness({ ms, received }: Sample): string {
  return `after ${(ms / 1000).toFixed(1)} s: ${received}`;
}
