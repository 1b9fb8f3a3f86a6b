/** What each host does on the user's machine. A hook loads this module only with the first command that it judges. */
export type { Definitions, MachineFacts, Switches } from "../host-tools/machine.js";
export { MACHINES } from "./generated/machines.js";
