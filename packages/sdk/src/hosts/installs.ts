/** How hooks are installed in each host. For the command line: no hook loads it. */
export type { HostPlaces, JsonExtra, McpServer } from "../host-tools/config-format.js";
export { skipped, unreadable } from "../host-tools/config-schema.js";
export type { HookFile, Machine, ReadFile } from "../host-tools/hook-files.js";
export type { HookTrust, Install } from "../host-tools/install.js";
export type { InstallFinding } from "../host-tools/install-findings.js";
export { INSTALLS } from "./generated/installs.js";
