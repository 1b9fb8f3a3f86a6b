import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/simulations";
import { versionsAndVariants } from "@agent-hook/testing/internal/command-hosts";
import type { Lane } from "./attempt.js";
import { civic } from "./civic.js";
import { commandHostLane } from "./command-host.js";
import { mcp } from "./mcp.js";
import { picoclaw } from "./picoclaw.js";

/** Every way in which a hook is called. Entries that share a column must have the same results. */
export const LANES: readonly Lane[] = [
  picoclaw("v0.2.6"),
  picoclaw("v0.2.9"),
  mcp,
  civic,
  ...SIMULATED_HOSTS.flatMap(versionsAndVariants).map(commandHostLane),
];
