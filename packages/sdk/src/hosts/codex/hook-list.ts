import * as z from "zod/mini";
import { realPath } from "../../host-tools/hook-files.js";
import type { TrustQuestion } from "../../host-tools/install.js";
import type { PlacedEntry } from "../../host-tools/install-findings.js";
import { type AppServer, AppServerError, startAppServer } from "./app-server.js";
import { copySettings, type SettingsCopy } from "./settings-copy.js";

const hook = z.object({
  /** The place of the hook, to which Codex attaches its trust. */
  key: z.optional(z.string()),
  sourcePath: z.string(),
  eventName: z.string(),
  command: z.optional(z.nullable(z.string())),
  /** The MCP server that the hook calls. */
  server: z.optional(z.nullable(z.string())),
  enabled: z.boolean(),
  trustStatus: z.string(),
  /** The hash to trust. */
  currentHash: z.optional(z.nullable(z.string())),
});
const hooks = z.object({
  data: z.array(
    z.object({
      hooks: z.array(hook),
      warnings: z.array(z.string()),
      /** If there is an error in its settings, Codex lists no hooks. */
      errors: z.optional(z.array(z.object({ message: z.string() }))),
    }),
  ),
});
const config = z.object({
  config: z.object({ features: z.optional(z.nullable(z.object({ hooks: z.optional(z.nullable(z.boolean())) }))) }),
});

/** A hook as Codex lists it. */
export type ListedHook = z.infer<typeof hook>;

/** The hooks that Codex reports. */
export interface HookList {
  readonly hooks: readonly ListedHook[];
  /** Also with its errors. */
  readonly warnings: readonly string[];
  /** What is wrong with its settings: it lists no hooks then. */
  readonly errors: readonly string[];
  /** Whether `features.hooks` is `false`. */
  readonly off: boolean;
}

/**
 * Asks the installed Codex for its hooks. Codex gets a copy of its hook settings, because it writes to the folder with
 * its settings (observed).
 */
export async function listHooks(question: TrustQuestion): Promise<HookList | { failure: string }> {
  const copy = copyOf(question);
  if ("failure" in copy) return copy;
  using _removed = copy;
  const { program, machine, signal } = question;
  const { folder } = machine;
  try {
    await using server = startAppServer({ program, args: copy.args, folder, env: copy.env, signal });
    const [list, { result }] = await Promise.all([
      hooksOf(server, folder),
      server.ask("config/read", { includeLayers: false, cwd: folder }),
    ]);
    const read = config.safeParse(result);
    return { ...ofUser(list, copy), off: read.success && read.data.config.features?.hooks === false };
  } catch (error) {
    if (error instanceof AppServerError) return { failure: error.message };
    throw error;
  }
}

function copyOf(question: TrustQuestion): SettingsCopy | { failure: string } {
  try {
    return copySettings(question);
  } catch (error) {
    const [firstLine] = (error as Error).message.split("\n");
    return { failure: `its hooks.json and config.toml could not be copied: ${firstLine}` };
  }
}

/** Asks a server for the hooks in a folder. Throws `AppServerError`. */
export async function hooksOf(server: AppServer, folder: string): Promise<Omit<HookList, "off">> {
  const { result, error } = await server.ask("hooks/list", { cwds: [folder] });
  if (error !== undefined) throw new AppServerError("it does not accept hooks/list; update Codex, it is too old");
  const listed = hooks.safeParse(result);
  if (!listed.success) {
    throw new AppServerError("its answer to hooks/list has an unexpected format; update Codex, it may be too old");
  }
  const { data } = listed.data;
  const errors = data.flatMap((one) => one.errors ?? []).map(({ message }) => message);
  const warnings = [...new Set([...data.flatMap((one) => one.warnings), ...errors])];
  return { hooks: data.flatMap((one) => one.hooks), warnings, errors };
}

/** Replaces the paths of the copy. */
function ofUser({ hooks, warnings, errors }: Omit<HookList, "off">, { original, isUsers }: SettingsCopy) {
  const found = hooks.filter(({ sourcePath }) => !isUsers(sourcePath));
  return {
    hooks: found.map(({ key, ...hook }) => ({
      ...hook,
      ...(key === undefined ? {} : { key: original(key) }),
      sourcePath: original(hook.sourcePath),
    })),
    warnings: warnings.map(original),
    errors: errors.map(original),
  };
}

/** Returns the hook of an entry, or `undefined` if Codex does not list it. */
export function findHook(hooks: readonly ListedHook[], entry: PlacedEntry): ListedHook | undefined {
  return hooks.find((hook) => isOf(hook, entry));
}

function isOf({ sourcePath, eventName, command, server }: ListedHook, entry: PlacedEntry): boolean {
  const { file, event } = entry;
  const starts = entry.server === undefined ? command === entry.command : server === entry.server;
  return starts && eventName.toLowerCase() === event.toLowerCase() && realPath(sourcePath) === realPath(file.path);
}
