// A guard of a project that is copied to another folder: denies a command, or dies like a hook that is killed.
import { approve, commandOf, defineHook, deny, serve } from "@agent-hook/sdk";

const hook = defineHook({
  name: "team-guard",
  onFailure: "block",
  toolFilter: { kinds: ["shell"] },
  approveTool(call) {
    const command = commandOf(call);
    if (command.startsWith("touch died")) process.kill(process.pid, "SIGKILL");
    return command.startsWith("touch") ? deny("no touching") : approve();
  },
});

await serve(hook);
