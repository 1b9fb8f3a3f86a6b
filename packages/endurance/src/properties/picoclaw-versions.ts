import { NEWEST_VERSION } from "@agent-hook/protocol";

/** The values of PicoClaw's version that a hook can receive. `undefined`: the hook does not receive the version. */
export const VERSIONS: readonly (string | undefined)[] = [undefined, "v0.2.6", "v0.2.7", "v0.2.8", NEWEST_VERSION];
