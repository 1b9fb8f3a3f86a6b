// Starts a hook in its own process group, as a manager does, and exits.
import { HookManager } from "@agent-hook/picoclaw";

const probe = { enabled: true, command: process.argv.slice(2), intercept: ["before_tool"] };
await HookManager.start({ processes: { probe } }, { ownGroups: true });
process.exit(7);
