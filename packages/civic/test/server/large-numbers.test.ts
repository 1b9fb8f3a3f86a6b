import { approve, defineHook } from "@agent-hook/sdk";
import { expect, it, vi } from "vitest";
import { serveCivic } from "../../src/index.js";
import { CALL_PATH, send } from "./http.js";

const call = (account: string) =>
  `{"0":{"json":{"request":{"method":"tools/call","params":{"name":"transfer","arguments":{"account":${account}}}},"requestExtra":{"requestId":1}}}}`;

it("an approver denies a call with a number that JavaScript cannot represent", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const server = await serveCivic(defineHook({ name: "guard", approveTool: () => approve() }), { port: 0 });
  try {
    const refused = await send(server.port, CALL_PATH, { body: call("9007199254740993") });
    expect(JSON.stringify(refused.body)).toMatch(/"resultType":"respond".*cannot read/);
    const approved = await send(server.port, CALL_PATH, { body: call("9007199254740992") });
    expect(JSON.stringify(approved.body)).toContain('"resultType":"continue"');
  } finally {
    await server.stop();
    vi.restoreAllMocks();
  }
});
