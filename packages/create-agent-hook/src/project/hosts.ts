import { HOSTS, HostConfigError, type Launch } from "agent-hook/internal/host-config";
import { packageManager } from "../package-manager.js";
import { type CreateOptions, mainFile } from "./create-options.js";

/** How a host is configured for the hook. */
export interface HostSection {
  /** The host's name on the command line. */
  readonly host: string;
  readonly title: string;
  /** An example file for `config --write`, if the user has to name one. */
  readonly file: string | undefined;
  /** The host's newest tested version, if `config` needs a version: PicoClaw reports none to hooks. */
  readonly version: string | undefined;
  /** Whether `config` finds the file itself. */
  readonly hasPlace: boolean;
  /** Whether the host has a hook config. If not, it can use only the tools, over MCP. */
  readonly isConfigured: boolean;
}

/** Returns a section for each host that can use the hook. */
export function hostSections({ name, template }: CreateOptions): HostSection[] {
  const facts = { ...template.manifest, name: name.hook };
  // Hosts reject relative paths. The config built here is used only for its errors.
  const launch: Launch = { name: name.hook, command: ["/node", "/main.js"], launcher: "/" };
  return HOSTS.flatMap(({ name: host, title, build, places, exampleFile, versions }) => {
    const version = host === "picoclaw" ? versions?.example : undefined;
    const section = { host, title, file: exampleFile, version, hasPlace: places !== undefined };
    try {
      build(facts, launch);
      return { ...section, isConfigured: true };
    } catch (error) {
      if (!(error instanceof HostConfigError)) throw error;
      return error.notes.length === 0 ? [] : { ...section, isConfigured: false };
    }
  });
}

/** Returns the command that prints the config, with the paths of the machine that it runs on. */
export function configCommand(
  { host, version }: Pick<HostSection, "host" | "version">,
  options: Pick<CreateOptions, "language" | "packageManager">,
  option = "",
): string {
  const name = version === undefined ? host : `${host}@${version}`;
  const { agentHook, runtime } = packageManager(options.packageManager);
  return `${agentHook} config ${name}${option} -- ${runtime.start} ${mainFile(options)}`;
}

export function titles(hosts: readonly HostSection[]): string {
  return hosts.map(({ title }) => title).join(", ");
}
