import { denies, fields, listOf } from "../answer-faults.js";
import { broken, notApplicable } from "../finding.js";
import type { HookSession } from "../hook-session.js";
import type { Rule } from "../rule.js";
import { PROBE_TOOL, sampleParams } from "../sample-calls.js";

export const ownTools: readonly Rule[] = [
  {
    id: "own-tools/answered",
    sentence: "hook.before_tool for one of the hook's own tools is answered by `respond` with a text, or denied.",
    source:
      "PicoClaw v0.2.6 to v0.2.9 (run): the host does not have the tool; without a result from the hook, the call goes to the host",
    why: "The model reads that the tool does not exist, although the hook offered it.",
    async check(session) {
      if (!session.options.callOwnTools) throw notApplicable("Own tools are called only with callOwnTools");
      const names = await toolsOf(session);
      if (names.length === 0) throw notApplicable("The hook has no tools");
      for (const tool of names) {
        const params = { ...sampleParams("hook.before_tool"), tool, arguments: {} };
        const { result, sent, received } = await session.mustAnswer(await session.shared(), "hook.before_tool", params);
        const given = fields(result) ?? {};
        const answer = fields(given.result) ?? fields(fields(given.call)?.hook_result);
        const text = [answer?.for_llm, answer?.for_user].some((value) => typeof value === "string" && value !== "");
        if (!denies(given) && !(given.action === "respond" && text)) throw broken(sent, received);
      }
    },
  },
  {
    id: "own-tools/last-turn",
    sentence: "Tools are not added to a request with `graceful_terminal`.",
    source: "PicoClaw v0.2.6 and v0.2.7 (code): the host deliberately sends no tools, because it wants a final reply",
    why: "The model is offered a tool in the call that must end the turn, and may call it instead of replying.",
    async check(session) {
      if (!(await session.answered()).includes("hook.before_llm"))
        throw notApplicable("hook.before_llm is not answered");
      const { tools: _, ...params } = sampleParams("hook.before_llm") as Record<string, unknown>;
      const request = { ...params, graceful_terminal: true };
      const { result, sent, received } = await session.call(await session.shared(), "hook.before_llm", request);
      const added = listOf(fields(fields(result)?.request)?.tools);
      if (added.length > 0) throw broken(sent, received);
    },
  },
];

/** Returns the hook's tools, from its answer to hello and from what it adds to a request. */
async function toolsOf(session: HookSession): Promise<readonly string[]> {
  if (!session.options.modes.includes("tool")) throw notApplicable("The mode tool is off");
  const { result } = await session.firstHello();
  const told = listOf(fields(result)?.tools).map(({ name }) => name);
  const requests = (await session.samples()).map((sample) => fields(fields(sample.result)?.request));
  const added = requests.flatMap((request) => listOf(request?.tools)).map((tool) => fields(tool.function)?.name);
  const names = [...told, ...added].filter((name) => typeof name === "string");
  return [...new Set(names)].filter((name) => name !== PROBE_TOOL);
}
