// A guard whose calls never settle before the server stops, and that can throw outside of a handler.
import { serveCivic } from "@agent-hook/civic";
import { defineHook } from "@agent-hook/sdk";

const hook = defineHook({
  name: "stoppable",
  onFailure: "block",
  beforeTool: ({ tool }) => {
    console.log("asked");
    if (tool === "stray") {
      setImmediate(() => {
        throw new Error("stray");
      });
      return;
    }
    return new Promise(() => {});
  },
  teardown: () => console.log("stopped"),
});
const server = await serveCivic(hook, { port: 0 });
console.log(`port ${server.port}`);
