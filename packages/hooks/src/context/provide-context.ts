import { addContext, type Context, defineHook, type Hook } from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import {
  date,
  environment,
  gitDiff,
  gitStatus,
  listing,
  type Place,
  promptFile,
  recentCommits,
  user,
} from "./sections.js";

/** The options of `provideContext`. */
export interface ProvideContextOptions {
  /**
   * When the model gets the context: at the start of a session, or with each prompt. Default: `session`. Gemini CLI can
   * only add it to a prompt.
   */
  readonly when?: "session" | "prompt" | undefined;
  /** The date, the time and the time zone. Default: true. */
  readonly date?: boolean | undefined;
  /** The folder, the system and the shell. Default: true. */
  readonly environment?: boolean | undefined;
  /** The branch and the changed files. Default: true. */
  readonly gitStatus?: boolean | undefined;
  /** What changed since the last commit. It can contain secrets. Default: false. */
  readonly gitDiff?: boolean | undefined;
  /** How many of the last commits, up to 100. Default: 5. */
  readonly commits?: number | undefined;
  /** How many names of the agent's folder, up to 1000. Default: 0. */
  readonly listing?: number | undefined;
  /** Files whose text is added, from the agent's folder. Missing files are skipped. Default: none. */
  readonly files?: readonly string[] | undefined;
  /** The name of the user's account. Default: false. */
  readonly user?: boolean | undefined;
  /** The largest section, in bytes. What is longer is cut. Default: 4000. */
  readonly maxBytes?: number | undefined;
}

export const optionsSchema = z.strictObject({
  when: z.enum(["session", "prompt"]).default("session"),
  date: z.boolean().default(true),
  environment: z.boolean().default(true),
  gitStatus: z.boolean().default(true),
  gitDiff: z.boolean().default(false),
  commits: z.int().min(0).max(100).default(5),
  listing: z.int().min(0).max(1000).default(0),
  files: z.array(z.string().min(1)).default([]),
  user: z.boolean().default(false),
  maxBytes: z.int().min(100).max(1_000_000).default(4000),
});

type Settings = z.output<typeof optionsSchema>;

/**
 * Returns a hook that tells the model where it works: the date, the machine, the state of the repository and files that
 * you name. Sections without content are left out.
 *
 * Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(provideContext({ when: "prompt", files: ["SPRINT.md"] }));
 */
export function provideContext(options: ProvideContextOptions = {}): Hook<{}> {
  const settings = checkOptions("provideContext", optionsSchema, options);
  const provide = async ({ cwd = process.cwd() }: { readonly cwd?: string }, { signal }: Context) => {
    const text = await contextIn(settings, { cwd, signal, maxBytes: settings.maxBytes });
    return text === "" ? undefined : addContext(text);
  };
  const name = "provide-context";
  return settings.when === "prompt"
    ? defineHook({ name, onPrompt: provide })
    : defineHook({ name, onEvent: { "session.start": provide } });
}

/** Returns the sections with content, each with a title. */
async function contextIn(settings: Settings, place: Place): Promise<string> {
  const { commits, files } = settings;
  const sections: (readonly [title: string, text: string | Promise<string>] | false)[] = [
    settings.date && ["Date", date()],
    settings.user && ["User", user()],
    settings.environment && ["Environment", environment(place)],
    settings.gitStatus && ["Git status", gitStatus(place)],
    settings.gitDiff && ["Git diff", gitDiff(place)],
    commits > 0 && ["Recent commits", recentCommits(commits, place)],
    settings.listing > 0 && ["Files", listing(settings.listing, place)],
  ];
  const chosen = sections.filter((section) => section !== false);
  const read = await Promise.all([
    ...chosen.map(async ([title, text]) => [title, await text] as const),
    ...files.map((file) => promptFile(file, place)),
  ]);
  return read.flatMap(([title, text]) => (text === "" ? [] : [`# ${title}\n${text}`])).join("\n\n");
}
