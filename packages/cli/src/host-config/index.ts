export type { HookFacts } from "./hook-facts.js";
export { type HostConfig, HostConfigError, type HostFormat, type Launch } from "./host-format.js";
export { HOSTS, type NamedHost, parseHost } from "./hosts.js";
