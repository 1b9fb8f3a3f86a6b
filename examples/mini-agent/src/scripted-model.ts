import type { JsonObject, Message, ToolDefinition } from "@agent-hook/picoclaw";
import type { Model, ModelCall, ModelReply, ModelRequest } from "./model.js";
import { cityIn, expressionIn } from "./question.js";

interface Skill {
  readonly matches: RegExp;
  /** Matches the names of suitable tools. */
  readonly tool: RegExp;
  /** Returns the tool's arguments, or a reply if the question lacks something. */
  readonly argumentsFor: (question: string, tool: ToolDefinition) => JsonObject | string;
  /** The model's reply if the tool does not exist. */
  readonly without: string;
}

const SKILLS: readonly Skill[] = [
  {
    matches: /\b(weather|forecast|temperature|humidity|sunny|cloudy|rain)\b/i,
    tool: /weather/i,
    argumentsFor: (question, tool) => {
      const city = cityIn(question);
      return city === undefined ? "Which city do you mean?" : { [argumentOf(tool, "city")]: city };
    },
    without: "I cannot help with that: none of my tools knows the weather.",
  },
  {
    matches: /\d\s*(\*\*|[-+*/%])\s*[-+(.\d]/,
    tool: /calc/i,
    argumentsFor: (question, tool) => ({ [argumentOf(tool, "expression")]: expressionIn(question) }),
    without: "I cannot help with that: none of my tools calculates.",
  },
  {
    matches: /\bwhat time\b|\bwhat's the time\b|\bdate\b/i,
    tool: /time/i,
    argumentsFor: () => ({}),
    without: "I cannot help with that: none of my tools knows the time.",
  },
  {
    matches: /\b(files|folder|directory)\b/i,
    tool: /list_dir/i,
    argumentsFor: (_, tool) => ({ [argumentOf(tool, "path")]: "." }),
    without: "I cannot help with that: none of my tools lists files.",
  },
];

/** Replaces a model. It knows only the given messages and tools, and needs no network and no key. */
export function scriptedModel(): Model {
  return {
    label: "scripted, inside this program (no network, no key)",
    name: "scripted",
    reply: async (request) => scriptedReply(request),
  };
}

function scriptedReply({ messages, tools }: ModelRequest): ModelReply {
  const results = newResults(messages);
  if (results.length > 0) return say(results.map(phrase).join(" "));
  const question = messages.findLast((message) => message.role === "user")?.content ?? "";
  const skill = SKILLS.find((candidate) => candidate.matches.test(question));
  if (!skill)
    return say("I cannot help with that: I know the weather, arithmetic, the time and files, given the tools.");
  const tool = tools.find((candidate) => skill.tool.test(candidate.function.name));
  if (!tool) return say(skill.without);
  const toolArguments = skill.argumentsFor(question, tool);
  if (typeof toolArguments === "string") return say(toolArguments);
  return call({ id: "call_1", name: tool.function.name, arguments: JSON.stringify(toolArguments) });
}

/** Returns the tool results since the model's last message. */
function newResults(messages: readonly Message[]): { tool: string; text: string }[] {
  const last = messages.findLastIndex((message) => message.role !== "tool");
  const calls = messages[last]?.tool_calls ?? [];
  return messages.slice(last + 1).map((message) => ({
    tool: calls.find((call) => call.id === message.tool_call_id)?.function?.name ?? "The tool",
    text: message.content ?? "",
  }));
}

function phrase({ tool, text }: { tool: string; text: string }): string {
  const weather = /^(.+) weather: (.+), temperature (.+), humidity (.+)$/.exec(text);
  if (weather) {
    const [, city, sky = "", temperature, humidity] = weather;
    return `${city} is ${sky.toLowerCase()} today, temperature ${temperature}, humidity ${humidity}.`;
  }
  const calculation = /^Calculation result: (.+)$/.exec(text);
  if (calculation) return `The result is ${calculation[1]}.`;
  return `${tool} says: ${text}`;
}

/** Returns the name of the argument to fill: the expected one, or else the first that the tool requires. */
function argumentOf(tool: ToolDefinition, expected: string): string {
  const { properties, required } = tool.function.parameters ?? {};
  if (typeof properties === "object" && properties !== null && expected in properties) return expected;
  const first: unknown = Array.isArray(required) ? required[0] : undefined;
  return typeof first === "string" ? first : expected;
}

function say(content: string): ModelReply {
  return { content, calls: [] };
}

function call(toolCall: ModelCall): ModelReply {
  return { content: "", calls: [toolCall] };
}
