import { readFileSync } from "node:fs";

/** What a real agent does with answers of hooks, from `live-facts.json` in its folder of the SDK. */
export interface LiveFacts {
  /** Denies the call before a tool with the reason `R-DENY`. */
  readonly deny: object;
  /** Asks the user about the call with the reason `R-ASK`. */
  readonly ask?: object;
  /** Replaces a result with `R-GONE`. Set for agents without a recording of this. */
  readonly withhold?: object;
  /** The call is denied if the hook crashes, even without the launcher. */
  readonly crashDenies?: true;
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
