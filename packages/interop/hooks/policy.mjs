// A policy about shell commands, for any agent: it renames `original` to `rewritten`, and asks about `secret`.
import { approve, ask, commandOf, defineHook, serve, withCommand } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "policy",
    onFailure: "block",
    beforeTool: (call) => {
      const command = commandOf(call);
      if (command.includes("original")) return withCommand(call, command.replaceAll("original", "rewritten"));
    },
    approveTool: (call) => {
      const command = commandOf(call);
      return command.includes("secret") ? ask(`may it run ${command}`) : approve();
    },
  }),
);
