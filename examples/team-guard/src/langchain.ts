import { hookMiddleware } from "@agent-hook/frameworks/langchain";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { createAgent, tool } from "langchain";
import * as z from "zod";
import { guard } from "./guard.js";

/** Stands for a real model: wants to delete a customer, then tells what it read. */
const model = fakeModel()
  .respondWithTools([{ name: "delete_customer", args: { id: 7 } }])
  .respond((messages: BaseMessage[]) => new AIMessage(`I read: ${messages.at(-1)?.text}`));

const deleteCustomer = tool(
  ({ id }) => {
    console.log(`customer ${id} is deleted`);
    return "deleted";
  },
  { name: "delete_customer", description: "Deletes a customer", schema: z.object({ id: z.number() }) },
);

const agent = createAgent({ model, tools: [deleteCustomer], middleware: [await hookMiddleware(guard)] });
const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Delete customer 7." }] });
console.log(messages.at(-1)?.text);
