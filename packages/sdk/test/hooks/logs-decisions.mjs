// A guard whose behaviour the command decides, for tests of the decision log.
import { approve, defineHook, deny, serve } from "@agent-hook/sdk";

const secret = process.env.TEST_SECRET ?? "";
await serve(
  defineHook({
    name: process.argv.includes("--invalid") ? "" : "logged",
    onFailure: "block",
    beforeTool() {},
    approveTool({ arguments: { command = "" } }) {
      if (command.startsWith("deny")) return deny(`not with the password: ${secret}`, { rule: "no-deny" });
      if (command.startsWith("throw")) throw new Error(`cannot log in with password=${secret}`);
      if (command.startsWith("kill")) process.kill(process.pid, "SIGKILL");
      if (command.startsWith("exit")) process.exit(0);
      return approve();
    },
  }),
);
