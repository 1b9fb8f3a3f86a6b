import { homedir } from "node:os";
import { approve, defineHook, deny, type Hook } from "@agent-hook/sdk";
import { commandReadings } from "../shell/command-readings.js";

const REASON =
  "Only the user answers questions of agent-hook, in a terminal of their own. Tell the user which question is open.";

/** Programs that only show or compare their arguments. */
const HARMLESS = /^(?:echo|printf|[ef]?grep|rg|ag|ack|cat|head|tail|less|more|man|ls|test|\[|true|false|:)$/;
const HARMLESS_GIT = /^(?:commit|log|grep|show|diff|tag|add|blame)$/;

const NAMES_IT = /agent-hook/;
/** The commands that answer. */
const ANSWERS = /^(?:approve|deny)$/;
/** The same in one text, such as the argument of `tmux send-keys` or of a script's `system`. */
const ANSWERS_INSIDE =
  /agent-hook[\w@./-]{0,100}['"`,\s\\]{1,20}(?:[^;|&\n]{0,200}?[^\w-])?(?:approve|deny|ui)(?![\w-])/;
/** What the parser writes for text that it cannot know. */
const UNKNOWN = "…";

/** Returns a hook that denies shell commands with which an agent would answer its own question. */
export function guardAnswers(): Hook<{}> {
  return defineHook({
    name: "ask-person",
    onFailure: "block",
    toolFilter: { kinds: ["shell"] },
    async approveTool(call) {
      const { programsOf, whyTooLarge } = await import("../shell/judge.js");
      for (const { command, folder } of commandReadings(call, call.cwd)) {
        const place = { ...(folder?.startsWith("/") && { cwd: folder }), home: homedir() };
        if (programsOf(command, place).some(answers)) return deny(REASON, { rule: "answers-itself" });
        const limit = whyTooLarge(command, place);
        if (limit !== undefined) return deny(limit, { rule: "too-large" });
      }
      return approve();
    },
  });
}

/** Whether a program with its arguments would answer a question, or open the page that answers. */
function answers(words: readonly string[]): boolean {
  const [program = "", ...args] = words;
  const name = program.split("/").at(-1) ?? "";
  if (HARMLESS.test(name) || (name === "git" && HARMLESS_GIT.test(args[0] ?? ""))) return false;
  if (words.some((word) => ANSWERS_INSIDE.test(word))) return true;
  for (const [at, word] of words.entries()) {
    if (!NAMES_IT.test(word)) continue;
    const rest = words.slice(at + 1);
    if (rest.some((other) => ANSWERS.test(other)) || rest.find((other) => !other.startsWith("-")) === "ui") return true;
  }
  // The program is unknown, but the arguments are those of an answer.
  const at = words.findIndex((word) => ANSWERS.test(word));
  return at > 0 && words.slice(0, at).some((word) => word.includes(UNKNOWN));
}
