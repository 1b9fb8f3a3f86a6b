import { defineHook, modify } from "@agent-hook/sdk";

class Told extends Error {
  override toString() {
    return "a secret";
  }
}

/** What a tool may throw instead of a plain error. Each contains a secret that the model would read. */
export const THROWN: readonly unknown[] = [{ detail: "a secret" }, "a secret", new Told()];

/** Replaces the word secret in every result. */
export const hidesSecrets = defineHook({
  name: "hide",
  onFailure: "block",
  afterTool: ({ result }) => modify({ result: result.forLlm.replaceAll("secret", "***") }),
});
