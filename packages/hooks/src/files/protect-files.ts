import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { approve, type Context, defineHook, type Hook, type ToolCall } from "@agent-hook/sdk";
import { checkOptions } from "../check-options.js";
import { decide } from "../decide.js";
import { projectAround } from "../paths/project.js";
import { SAMPLE_COMMAND, warmInSnapshot } from "../warm-in-snapshot.js";
import { fileUses, whyTooMany } from "./file-uses.js";
import { atHome, type FileFinding, FileJudge, FileRules, sharedLists } from "./judge.js";
import { codeOptionsSchema, type ProtectFilesOptions } from "./options.js";

/**
 * Returns a hook that keeps an agent away from files, whatever its host calls the tools:
 *
 * - files with secrets are neither read nor written: `.env`, keys, logins of clouds, tools and browsers
 * - settings of agents, git and shells, and the hook's own files, are not written
 * - a person decides on writing elsewhere than in the project and the folder for temporary files
 *
 * It makes no decision about other calls: the host's own approval and other hooks still apply. A failure denies the
 * call.
 *
 * Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(protectFiles({ rules: [{ paths: ["migrations"], write: "ask" }] }));
 */
export function protectFiles(options: ProtectFilesOptions = {}): Hook<{}> {
  return protectFilesOfPolicy(options, []);
}

/** The same for a policy: the modules that it imports, as absolute paths, are the hook's own files, too. */
export function protectFilesOfPolicy(options: ProtectFilesOptions, imported: readonly string[]): Hook<{}> {
  const checked = checkOptions("protectFiles", codeOptionsSchema(), options);
  let rules: FileRules | undefined;
  const judge = async (call: ToolCall, { host }: Pick<Context, "host">): Promise<FileFinding | undefined> => {
    const project = checked.project === undefined ? projectOf(call) : atHome(checked.project);
    // The parser of commands is loaded with the first command.
    const { filesOf } = call.kind === "shell" ? await import("../shell/judge.js") : NO_COMMANDS;
    const uses = fileUses(call, project, homedir(), filesOf);
    const limit = uses.tooLarge ?? whyTooMany(uses.files);
    if (limit !== undefined) return { level: "deny", rule: "too-large", reason: limit };
    // The rest looks for links on the disk.
    if (uses.files.length === 0 && uses.missing === undefined) return undefined;
    // Most processes of a one-shot host never get here: parsing the globs takes longer than loading them.
    rules ??= new FileRules(checked, imported);
    return new FileJudge(rules, project, host.name).judge(uses);
  };

  warmInSnapshot(async () => {
    sharedLists();
    (await import("../shell/judge.js")).filesOf(SAMPLE_COMMAND, {});
  });

  if (checked.mode === "observe") {
    // Without `approveTool`, neither a decision nor a failure can stop a call.
    return defineHook({
      name: "protect-files",
      async beforeTool(call, context: Context) {
        const finding = await judge(call, context);
        if (finding !== undefined)
          context.log.warn(`would ${finding.level}: ${finding.reason}`, { rule: finding.rule });
      },
    });
  }
  return defineHook({
    name: "protect-files",
    onFailure: "block",
    async approveTool(call, context: Context) {
      const finding = await judge(call, context);
      return finding === undefined ? approve() : decide(finding.level, finding.reason, finding.rule);
    },
  });
}

/** For calls that run no command. */
const NO_COMMANDS = { filesOf: () => ({ files: [], lists: [], copies: [], unresolved: false }) };

/** Returns the project's folder, if the host reports where the agent works. */
function projectOf({ cwd, raw }: ToolCall): string | undefined {
  // A host that looks for relative paths elsewhere still reports its folder.
  const folder = cwd ?? raw.cwd;
  return typeof folder === "string" && isAbsolute(folder) ? projectAround(folder) : undefined;
}
