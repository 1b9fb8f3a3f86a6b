import { denialsOf } from "../../src/command-hook/denials.js";
import { adapter } from "../../src/hosts/docker-agent/adapter.js";

/** What the launcher prints on behalf of a dead hook of docker-agent. */
export const DENIALS = denialsOf(adapter);
