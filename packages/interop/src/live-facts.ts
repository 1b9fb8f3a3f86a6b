import { readFileSync } from "node:fs";

/** Answers of hooks, and what a real agent does with them, from `live-facts.json` in its folder of the SDK. */
export interface LiveFacts {
  /** The answer before a tool call that denies it with the reason `R-DENY`. */
  readonly deny: object;
  /** The answer before a tool call that asks the user with the reason `R-ASK`. */
  readonly ask?: object;
  /** The answer that replaces a result with `R-GONE`. Set for agents without a recording of such an answer. */
  readonly withhold?: object;
  /** The call is denied if the hook crashes, even without the launcher. */
  readonly crashDenies?: true;
  /** The call is denied if the hook prints something else next to its answer, even without the launcher. */
  readonly noiseDenies?: true;
  /** The call is denied if the hook's MCP server dies. */
  readonly deadServerDenies?: true;
  /** Facts about this agent only. */
  readonly more?: readonly LiveFact[];
}

/** What happens to a shell call when a hook answers in one way. */
interface LiveFact {
  readonly title: string;
  readonly at: "beforeTool" | "afterTool";
  /** What the hook prints, or its command. */
  readonly answer?: object;
  readonly command?: string;
  /** The tool of `hooks/structured.mjs` that the model calls instead of the shell. */
  readonly mcpTool?: string;
  /** Whether the shell ran. */
  readonly ran?: boolean;
  /** The results that the model got. */
  readonly results?: readonly string[];
}

export function liveFacts(host: string): LiveFacts {
  const file = new URL(`../../sdk/src/hosts/${host}/live-facts.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
