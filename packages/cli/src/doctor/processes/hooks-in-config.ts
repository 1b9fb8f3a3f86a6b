import {
  type ConfigProblem,
  checkConfig,
  type HooksConfig,
  OWN_FIELDS,
  type ProcessConfig,
  type ProcessSettings,
  processSettings,
  type Timeouts,
  timeoutsOf,
} from "@agent-hook/picoclaw";
import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import type { ProcessesHost } from "../../host-config/installs.js";
import type { ConfigFile } from "./config-file.js";

/** A hook process in the config. */
export interface ConfiguredHook {
  readonly host: ProcessesHost;
  readonly name: string;
  /** The fields that the host knows, without those of another type. */
  readonly config: ProcessConfig;
  /** The settings with every default. `undefined` if the config is invalid. */
  readonly settings: ProcessSettings | undefined;
  readonly problems: readonly ConfigProblem[];
  /** The fields that only `HookManager` supports. */
  readonly ownFields: readonly string[];
  /** Whether the host starts it: it is enabled and has at least one mode. */
  readonly runnable: boolean;
}

export interface McpServer {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Everything in the file that concerns hooks. */
export interface HooksInConfig extends ConfigFile {
  readonly enabled: boolean;
  /** In the order in which the host calls them. */
  readonly hooks: readonly ConfiguredHook[];
  /** All problems except those of single hooks. */
  readonly problems: readonly ConfigProblem[];
  /** The enabled built-in hooks of the host. */
  readonly builtins: readonly string[];
  readonly timeouts: Timeouts;
  /** Whether `hooks.defaults` sets the host's timeouts. */
  readonly timeoutsSet: { readonly intercept: boolean; readonly approve: boolean };
  /** The MCP servers that the host starts. */
  readonly mcpServers: readonly McpServer[];
  /** Whether the host starts its child processes in a sandbox. */
  readonly isolated: boolean;
}

/** Reads the hooks of a config as the host does. */
export function readHooks(file: ConfigFile): HooksInConfig {
  const { host, root } = file;
  const rawConfig = root.hooks ?? {};
  const { problems: schemaProblems } = checkConfig(rawConfig);
  const hooks = (isObject(rawConfig) ? rawConfig : {}) as HooksConfig;
  const problems = [...schemaProblems.filter(({ path }) => !isOwnField(path)), ...fractionProblems(hooks)];
  const broken = (key: string) => problems.some(({ path }) => path[0] === key && path.length < 3);
  const processes = isObject(hooks.processes) && !broken("processes") ? hooks.processes : {};
  const defaults = isObject(hooks.defaults) && !broken("defaults") ? hooks.defaults : {};
  const isHooks = ({ path }: ConfigProblem) => path[0] === "processes" && path.length > 1;
  return {
    ...file,
    enabled: hooks.enabled !== false,
    hooks: Object.entries(processes)
      .map(([name, config]) =>
        hookOf(
          host,
          name,
          config,
          problems.filter((problem) => isHooks(problem) && problem.path[1] === name),
        ),
      )
      .sort(byPriority),
    problems: problems.filter((problem) => !isHooks(problem)),
    builtins: Object.entries(objectAt(hooks, "builtins")).flatMap(([name, one]) =>
      isObject(one) && one.enabled === true ? [name] : [],
    ),
    timeouts: timeoutsOf(defaults),
    timeoutsSet: {
      intercept: (defaults.interceptor_timeout_ms ?? 0) > 0,
      approve: (defaults.approval_timeout_ms ?? 0) > 0,
    },
    mcpServers: mcpServers(objectAt(objectAt(root, "tools"), "mcp")),
    isolated: objectAt(root, "isolation").enabled === true,
  };
}

function hookOf(
  host: ProcessesHost,
  name: string,
  rawConfig: ProcessConfig,
  problems: readonly ConfigProblem[],
): ConfiguredHook {
  // An unexpected text is still a text.
  const unusable = problems.flatMap(({ path: [, , field, ...inner] }) =>
    inner.length === 0 || typeof Object(Reflect.get(rawConfig, field ?? ""))[inner[0] ?? ""] !== "string"
      ? [field]
      : [],
  );
  const fields = isObject(rawConfig) ? Object.entries(rawConfig) : [];
  const config = Object.fromEntries(
    fields.filter(([key]) => !unusable.includes(key) && !(OWN_FIELDS as readonly string[]).includes(key)),
  ) as ProcessConfig;
  const settings = problems.every(({ unknownField }) => unknownField) ? processSettings(name, config) : undefined;
  return {
    host,
    name,
    config,
    settings,
    problems,
    ownFields: OWN_FIELDS.filter((field) => fields.some(([key]) => key === field)),
    runnable: config.enabled === true && !!settings?.command[0] && settings.modes.length > 0,
  };
}

/** Sorts by ascending priority, then by name. */
function byPriority(a: ConfiguredHook, b: ConfiguredHook): number {
  const priority = ({ config }: ConfiguredHook) => (typeof config.priority === "number" ? config.priority : 0);
  return priority(a) - priority(b) || (a.name < b.name ? -1 : 1);
}

function isOwnField(path: readonly PropertyKey[]): boolean {
  return path[0] === "processes" && (OWN_FIELDS as readonly PropertyKey[]).includes(path[2] as PropertyKey);
}

/**
 * Reports fractions where the host expects an integer: the host does not start with one (observed), but `HookManager`
 * does.
 */
function fractionProblems({ defaults, processes }: HooksConfig): ConfigProblem[] {
  const numbers: [path: readonly string[], value: unknown][] = [
    ...Object.entries(isObject(defaults) ? defaults : {}).map(([key, value]): [string[], unknown] => [
      ["defaults", key],
      value,
    ]),
    ...Object.entries(isObject(processes) ? processes : {}).map(([name, one]): [string[], unknown] => [
      ["processes", name, "priority"],
      isObject(one) ? one.priority : undefined,
    ]),
  ];
  return numbers
    .filter(([, value]) => typeof value === "number" && !Number.isInteger(value))
    .map(([path]) => ({ path, text: `${path.join(".")}: expected a whole number`, unknownField: false }));
}

function mcpServers(mcp: JsonObject): McpServer[] {
  if (mcp.enabled !== true) return [];
  return Object.entries(objectAt(mcp, "servers")).flatMap(([name, server]) => {
    if (!isObject(server) || server.enabled !== true) return [];
    const args = Array.isArray(server.args) ? server.args : [];
    const env = Object.entries(objectAt(server, "env")).map(([key, value]) => [key, String(value)]);
    const command = [server.command, ...args].filter((word) => typeof word === "string");
    return [{ name, command, env: Object.fromEntries(env) }];
  });
}

function objectAt(value: object, key: string): JsonObject {
  const inner = (value as JsonObject)[key];
  return isObject(inner) ? inner : {};
}
