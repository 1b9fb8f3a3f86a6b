export { type HookSummary, type HostConfig, HostConfigError, type Launch } from "@agent-hook/sdk/internal/installs";
export type { HostFormat } from "./host-format.js";
export { HOSTS, type NamedHost, parseHost } from "./hosts.js";
