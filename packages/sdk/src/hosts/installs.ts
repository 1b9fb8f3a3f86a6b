/** How hooks are installed in each host. Only the command line loads this module, never a hook. */

export { type HostTools, lettersOf, whyUnmatched } from "../hook/unmatched-filter.js";
export type { HostPlaces, JsonExtra, McpServer, UserPlaces } from "../host-tools/config-format.js";
export {
  assertStartable,
  type ConfigRules,
  type HostConfig,
  HostConfigError,
  type Launch,
  type LaunchedCommand,
  launcherNotes,
} from "../host-tools/config-rules.js";
export { skippedEntries, whyUnreadable } from "../host-tools/config-schema.js";
export {
  containsOnlyOurs,
  hooksOf,
  isLaunched,
  listsOf,
  matchesAll,
  withLists,
  withoutOurs,
} from "../host-tools/entry-lists.js";
export { type Frame, framedText, isFramed, jsonIn } from "../host-tools/framed-json.js";
export {
  foldersFromRepositoryRoot,
  type HookFile,
  type Machine,
  type ReadFile,
  realPath,
} from "../host-tools/hook-files.js";
export { type HookSummary, handledEvents, hasEvent, NO_MCP, pointsOf, servesMcp } from "../host-tools/hook-summary.js";
export type {
  AgentsFacts,
  AgentsFile,
  AgentsInstall,
  EventListsInstall,
  HookTrust,
  Install,
  ModFiles,
  ModInstall,
  ProcessesInstall,
  ShellLines,
  TrustOffer,
} from "../host-tools/install.js";
export type {
  EntryFault,
  EntryFinding,
  InstalledHook,
  InstallFinding,
  OwnFindings,
  PlacedEntry,
  Severity,
  StartedEntry,
} from "../host-tools/install-findings.js";
export { isEmpty, mergedObjects, objectAt } from "../host-tools/json-objects.js";
export { hookServer, isHookServer, withoutServer } from "../host-tools/mcp-server.js";
export { filterNotes, matcherAt, neededCalls, selectedTools } from "../host-tools/needed-calls.js";
export type { ScriptForm } from "../host-tools/script-form.js";
export type { TomlForm } from "../host-tools/toml-form.js";
export type { ToolMatchers } from "../host-tools/tool-matcher.js";
export { quoted } from "../host-tools/words.js";
export { bareSwitch } from "./claude-code/bare.js";
export { HOST_TOOLS } from "./generated/host-tools.js";
export { INSTALLS } from "./generated/installs.js";
