import { approve, defineHook, deny } from "@agent-hook/sdk";

/** Keeps agents from deleting what cannot be restored. */
export const guard = defineHook({
  name: "team-guard",
  onFailure: "block",
  approveTool: ({ tool, arguments: args }) => {
    const deletes = tool === "delete_customer" || /\brm\s+-rf?\b/.test(String(args.command ?? ""));
    return deletes ? deny("ask the team before you delete anything") : approve();
  },
});
