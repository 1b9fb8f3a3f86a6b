import { NO_PROGRAM } from "../../host-tools/machine.js";

export const machine = NO_PROGRAM;
