// A guard on the SDK that fails closed and breaks in the way that its arguments name.
import { approve, defineHook, deny, reject, serve } from "@agent-hook/sdk";

const breaks = {
  exit: () => process.exit(3),
  kill: () => process.kill(process.pid, "SIGKILL"),
  stop: () => process.kill(process.pid, "SIGSTOP"),
  loop: () => {
    for (;;);
  },
  throw: () => {
    throw new Error("broken");
  },
  hang: () => new Promise(() => {}),
};
const judge = ({ arguments: args }) => breaks[args.how]?.();

await serve(
  defineHook({
    name: "guard",
    onFailure: "block",
    beforeTool: async (call) => {
      if (call.arguments.at === "beforeTool") await judge(call);
      return call.tool === "exec" ? deny("no shell") : undefined;
    },
    approveTool: async (call) => {
      if (call.arguments.at === "approveTool") await judge(call);
      return call.tool === "exec" ? reject("no shell") : approve();
    },
  }),
);
