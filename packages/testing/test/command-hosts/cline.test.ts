import { SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { describe, expect, it } from "vitest";
import { commandHost } from "../../src/internal/command-hosts.js";

const silent = async () => ({});
const { payloads, withCopies }: Simulation = SIMULATIONS.cline;

describe("the payloads of Cline", () => {
  it("contain a call as it was recorded, also its copy", () => {
    for (const [event, payload] of Object.entries(payloads)) expect(withCopies?.(payload), event).toEqual(payload);
  });

  it("contain a call in both places, in the folder where the hook runs", async () => {
    const host = commandHost("cline");
    const files = { files: [{ path: "/a" }], note: "x" };
    const { payload } = await host.beforeTool(silent, { tool: "read_files", input: files });
    expect(payload).toMatchObject({
      workspaceRoots: [process.cwd()],
      tool_call: { name: "read_files", input: files },
      preToolUse: { toolName: "read_files", parameters: { files: '[{"path":"/a"}]', note: "x" } },
    });
    const { payload: after } = await host.afterTool(silent, { tool: "read_files", input: files, output: "1 | a" });
    expect(after).toMatchObject({
      tool_result: { name: "read_files", input: files, output: "1 | a" },
      postToolUse: { toolName: "read_files", parameters: { note: "x" }, result: "1 | a" },
    });
  });

  it("name an event that was not recorded as Cline does", async () => {
    const { payload } = await commandHost("cline").ask("TaskResume", silent);
    expect(payload).toMatchObject({ hookName: "agent_resume", sessionContext: expect.anything() });
    expect(payload).not.toHaveProperty("tool_call");
  });
});
