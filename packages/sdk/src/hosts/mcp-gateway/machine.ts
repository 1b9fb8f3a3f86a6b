import { NO_PROGRAM } from "../../host-tools/machine.js";

/** The interceptors are arguments of the gateway, which the user starts: nothing switches them off. */
export const machine = NO_PROGRAM;
