import { withHook } from "@agent-hook/frameworks/openai-agents";
import { Agent, type Model, type ModelResponse, run, setTracingDisabled, tool, Usage } from "@openai/agents";
import * as z from "zod";
import { guard } from "./guard.js";

setTracingDisabled(true);

/** Stands for a real model: wants to delete a customer, then tells what it read. */
const model: Model = {
  async getResponse({ input }): Promise<ModelResponse> {
    const last = typeof input === "string" ? undefined : input.at(-1);
    if (last?.type !== "function_call_result") {
      const call = { type: "function_call" as const, callId: "1", name: "delete_customer", arguments: '{"id":7}' };
      return { usage: new Usage(), output: [call] };
    }
    const { output } = last;
    const read = typeof output === "string" ? output : "text" in output ? output.text : "";
    const content = [{ type: "output_text" as const, text: `I read: ${read}` }];
    return { usage: new Usage(), output: [{ type: "message", role: "assistant", status: "completed", content }] };
  },
  getStreamedResponse() {
    throw new Error("this example does not stream");
  },
};

const deleteCustomer = tool({
  name: "delete_customer",
  description: "Deletes a customer",
  parameters: z.object({ id: z.number() }),
  execute: ({ id }) => {
    console.log(`customer ${id} is deleted`);
    return "deleted";
  },
});

const agent = new Agent({ name: "support", instructions: "Help the team.", model, tools: [deleteCustomer] });
const { finalOutput } = await run(await withHook(guard, agent), "Delete customer 7.");
console.log(finalOutput);
