import { isAbsolute } from "node:path";
import * as z from "zod/mini";
import { type Level, levelSchema as level } from "../level.js";
import { withoutBraces } from "../paths/glob.js";

const folder = () =>
  z
    .string()
    .check(
      z.refine(
        (path) => isAbsolute(path) || path === "~" || path.startsWith("~/"),
        "expected an absolute path, or one from ~/",
      ),
    );

const glob = () =>
  z.string().check(z.minLength(1), z.refine(hasFewBraces, "expected a glob whose braces stand for at most 256 paths"));

/** The globs of a rule. */
export const globsSchema = () => z.array(glob()).check(z.minLength(1));

const rule = <Paths extends z.ZodMiniType>(paths: Paths) =>
  z
    .strictObject({
      paths,
      read: z.optional(level()),
      write: z.optional(level()),
      reason: z.optional(z.string().check(z.minLength(1))),
    })
    .check(z.refine(({ read, write }) => read !== undefined || write !== undefined, "expected read or write"));

/** The options in a policy file. A function, as in `check-options.ts`. */
export const optionsSchema = () => optionsWith(globsSchema());

/** The options in code. */
export const codeOptionsSchema = () => optionsWith(globsOrFunction());

/** Not a union: its error would not say what is wrong with a glob. */
const globsOrFunction = () =>
  z.custom<FileRule["paths"]>().check((parsed) => {
    if (typeof parsed.value === "function") return;
    const issues = globsSchema().safeParse(parsed.value).error?.issues ?? [];
    parsed.issues.push(...(issues as z.core.$ZodRawIssue[]));
  });

const optionsWith = <Paths extends z.ZodMiniType>(paths: Paths) =>
  z.strictObject({
    project: z.optional(folder()),
    folders: z._default(z.array(folder()), []),
    rules: z._default(z.array(rule(paths)), []),
    secrets: z._default(level(), "deny"),
    settings: z._default(level(), "deny"),
    outside: z._default(level(), "ask"),
    unknown: z.optional(level()),
    mode: z._default(z.enum(["enforce", "observe"]), "enforce"),
  });

function hasFewBraces(text: string): boolean {
  try {
    return withoutBraces(text).length > 0;
  } catch {
    return false;
  }
}

export type ProtectFilesSettings = z.output<ReturnType<typeof codeOptionsSchema>>;

/** A rule of `protectFiles` for some paths. */
export interface FileRule {
  /**
   * Globs. Relative ones start at the project, `~` is the home, `*` stands for text within a name, `**` for any
   * folders, `{a,b}` for `a` or `b`. A folder stands for everything in it.
   *
   * A function returns paths that are only known when the hook runs, such as those next to `import.meta.url`. It is
   * called once, with the first call that needs it. If it throws, the call is denied.
   */
  readonly paths: readonly string[] | (() => readonly string[]);
  /** What happens to a call that reads them. Without it, the rule does not apply to reading. */
  readonly read?: Level | undefined;
  /** What happens to a call that writes them. Without it, the rule does not apply to writing. */
  readonly write?: Level | undefined;
  /** What the model or the person reads. */
  readonly reason?: string | undefined;
}

/** The options of `protectFiles`. */
export interface ProtectFilesOptions {
  /**
   * The folder that may be written. An absolute path, or one from `~/`. Default: the repository around the folder that
   * the agent works in, or that folder. PicoClaw does not report its folder: set this option there.
   */
  readonly project?: string | undefined;
  /** More folders that may be written. The system's folder for temporary files always may. */
  readonly folders?: readonly string[] | undefined;
  /** Rules that come before all others. The first one that matches the path and the kind of access decides. */
  readonly rules?: readonly FileRule[] | undefined;
  /** Reading or writing a file with secrets. Default: `deny`. */
  readonly secrets?: Level | undefined;
  /** Writing the settings of agents, git and shells, or the hook's own files. Default: `deny`. */
  readonly settings?: Level | undefined;
  /** Writing elsewhere than in the project. Default: `ask`. A host that cannot ask denies the call. */
  readonly outside?: Level | undefined;
  /** A call whose files cannot be told. Default: `deny` for tools that change files, `allow` for commands. */
  readonly unknown?: Level | undefined;
  /** `observe` decides, logs a warning and lets every call pass. Default: `enforce`. */
  readonly mode?: "enforce" | "observe" | undefined;
}
