import { readFileSync } from "node:fs";

/** What a real agent does with answers of hooks, from `live-facts.json` in its folder of the SDK. */
export interface LiveFacts {
  /** Denies the call before a tool with the reason `R-DENY`. */
  readonly deny: object;
  /** Asks the user about the call with the reason `R-ASK`. */
  readonly ask?: object;
  /** Replaces a result by `R-GONE`, for agents whose recorded runs do not have it. */
  readonly withhold?: object;
  /** A hook that crashes denies the call, also without the launcher. */
  readonly crashDenies?: true;
  /** The MCP server of a hook that dies denies the call. */
  readonly deadServerDenies?: true;
  /** Facts about this agent only. */
  readonly more?: readonly LiveFact[];
}

/** What happens at a call of the shell when a hook does something. */
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
