import { NEWEST_VERSION } from "@agent-hook/protocol";

/** PicoClaw versions that a hook can receive. `undefined`: it receives none. */
export const VERSIONS: readonly (string | undefined)[] = [undefined, "v0.2.6", "v0.2.7", "v0.2.8", NEWEST_VERSION];
