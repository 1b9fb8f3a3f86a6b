import { describe, expect, it } from "vitest";
import { addContext, compose, defineHook, deny } from "../../src/index.js";
import { asked } from "../command-hosts/asked.js";
import { payloadOf } from "../command-hosts/recordings.js";

const PROMPT = payloadOf("codex", "UserPromptSubmit", { prompt: "do it" });
const SESSION = payloadOf("codex", "SessionStart");
/** What Codex gets. command-hosts/prompts.test.ts has the answers of the other hosts. */
const block = (reason: unknown) => ({ decision: "block", reason });
const added = (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext },
});

describe("onPrompt and onEvent", () => {
  it("a denial without a reason gets a default text", async () => {
    const { document } = await asked(defineHook({ name: "h", onPrompt: () => deny("") }), PROMPT);
    expect(document).toEqual(block('denied by hook "h"'));
  });

  it.each(["continue", "block"] as const)(
    "a failing handler denies the prompt only under block: %s",
    async (onFailure) => {
      const onPrompt = () => {
        throw new Error("secret");
      };
      const words = expect.stringMatching(
        /^hook "h" threw an error at onPrompt \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/,
      );
      const { document } = await asked(defineHook({ name: "h", onFailure, onPrompt }), PROMPT);
      expect(document).toEqual(onFailure === "block" ? block(words) : undefined);
    },
  );

  it("a blank context is a mistake that is reported", async () => {
    const hook = defineHook({ name: "h", onPrompt: () => addContext(" \n") });
    const { failures, text } = await asked(hook, PROMPT);
    expect(failures).toMatchObject([
      { kind: "invalid-decision", message: expect.stringContaining("expected text that is not blank") },
    ]);
    expect(text).toBeUndefined();
  });

  it("the contexts of several members are separated by a blank line, and the first denial ends the call", async () => {
    const seen: string[] = [];
    const dated = defineHook({ name: "dated", onPrompt: () => addContext("today is Monday") });
    const sprint = defineHook({ name: "sprint", onPrompt: () => addContext("sprint 7") });
    const denies = defineHook({ name: "denies", onPrompt: () => deny("not now") });
    const last = defineHook({
      name: "last",
      onPrompt: ({ prompt: text }) => {
        seen.push(text);
        return addContext("last");
      },
    });
    const whole = compose(dated, sprint, last);
    expect((await asked(whole, PROMPT)).document).toEqual(added("today is Monday\n\nsprint 7\n\nlast"));
    expect((await asked(compose(sprint, denies, last), PROMPT)).document).toEqual(block("not now"));
    expect(seen).toEqual(["do it"]);
  });

  it("other decisions about an event are failures, and other values are ignored", async () => {
    const denies = await asked(defineHook({ name: "h", onEvent: () => deny("no") }), SESSION);
    expect(denies).toMatchObject({ text: undefined, failures: [{ kind: "invalid-decision" }] });
    const counts = await asked(defineHook({ name: "h", onEvent: () => 7 }), SESSION);
    expect(counts).toMatchObject({ text: undefined, failures: [] });
  });
});
