import { type HookFailure, runInProcess } from "@agent-hook/sdk/in-process";
import { type CallToolRequest, type CallToolResult, fromCivic, type Hook } from "../../src/index.js";

export type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

export function hook(methods: Methods, name = "civic"): Hook {
  return { name, ...methods };
}

export const CALL = { tool: "exec", arguments: { command: "ls" } };
export const pass = async (request: CallToolRequest) => ({ resultType: "continue", request });
export const withParams = (more: object) => async (request: CallToolRequest) => ({
  resultType: "continue",
  request: { ...request, params: { ...request.params, ...more } },
});
export const withText = (text: string) => async (response: CallToolResult) => ({
  resultType: "continue",
  response: { ...response, content: [{ type: "text", text }] },
});
export const respond = (response: object) => async () => ({ resultType: "respond", response });
export const texts = (...lines: string[]) => ({ content: lines.map((text) => ({ type: "text", text })) });
export const throws = (thrown: unknown) => async () => {
  throw thrown;
};

export function causesOf({ failures }: { readonly failures: readonly HookFailure[] }) {
  return failures.map(({ cause }) => (cause as Error).message);
}

/** Returns what another host receives for a call, and the failures and stderr of the hook. */
export async function resultUnder(civicHook: Hook, host: string, payload: object) {
  const failures: HookFailure[] = [];
  const stderr: string[] = [];
  const running = await runInProcess(fromCivic(civicHook), {
    host,
    env: {},
    write: () => {},
    writeError: (text) => stderr.push(text),
    onFailure: (failure) => failures.push(failure),
  });
  running.receive([JSON.stringify({ session_id: "s-1", cwd: "/work", ...payload })]);
  const { document = "{}" } = (await running.inputEnded()) ?? {};
  await running.end(0);
  return { document, failures, stderr: stderr.join("") };
}
