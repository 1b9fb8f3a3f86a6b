import { NEWEST_VERSION } from "@agent-hook/protocol";

/** What a hook can be told of PicoClaw: its version, and nothing. */
export const VERSIONS: readonly (string | undefined)[] = [undefined, "v0.2.6", "v0.2.7", "v0.2.8", NEWEST_VERSION];
