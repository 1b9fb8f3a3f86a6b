import type {
  ConfigRules,
  Frame,
  HookSummary,
  HostConfig,
  HostPlaces,
  JsonExtra,
  Launch,
  ScriptForm,
  TomlForm,
  UserPlaces,
} from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";

/** The config format of one host. It does no I/O. */
export interface HostFormat extends Omit<ConfigRules, "build"> {
  readonly name: string;
  /** The display name. */
  readonly title: string;
  /** Whether the host can call a hook through a tool of the hook's MCP server. */
  readonly callsMcpServers?: true;
  /** JSON extensions that the host's parser rejects. */
  readonly rejectsJson?: readonly JsonExtra[];
  /** Fields at the start of a new file. */
  readonly initialFields?: JsonObject;
  /** The program around the config, if the host loads it as a program. */
  readonly frame?: Frame;
  /** How the config contains hooks, if it is TOML. */
  readonly toml?: TomlForm;
  /** The scripts next to the file, if the host starts these instead of reading the file. */
  readonly scripts?: ScriptForm;
  /** The host's own files. Absent if the user must name the file. */
  readonly places?: UserPlaces & Partial<HostPlaces>;
  /** Describes what to do before the host starts a configured hook. */
  inactive?(name: string): string;
  /** Returns the config for a hook. Throws `HostConfigError` if the host cannot use the hook. */
  build(hook: HookSummary, launch: Launch): HostConfig;
  /** Describes the effect on other hooks if a hook's entries are removed from a file, one sentence each. */
  removalNotes?(file: JsonObject, name: string): readonly string[];
  /** Returns the names of our entries in a config file. */
  namesOf?(file: JsonObject): readonly string[];
}
