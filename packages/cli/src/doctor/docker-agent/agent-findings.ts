import { mayRefuseTools } from "../../host-config/docker-agent-events.js";
import { agentIn, outsideAgents } from "../../host-config/docker-agent-places.js";
import { list } from "../../words.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { Facts, Hook } from "./gather.js";

/** Reports how agents in the file bypass hooks that may deny. */
export function agentFindings(facts: Facts): Finding[] {
  const { hooks } = facts;
  const refuses = ({ manifest }: Hook) => manifest !== undefined && mayRefuseTools(manifest);
  const blocks = ({ manifest }: Hook) => manifest?.onFailure === "block";
  return [
    ...(hooks.some((hook) => refuses(hook) || blocks(hook)) ? [...harnessed(facts), ...outside(facts)] : []),
    ...(hooks.some(refuses) ? codeMode(facts) : []),
  ];
}

function harnessed({ config: { agents, value } }: Facts): Finding[] {
  const names = agents.filter((name) => (agentIn(value, name)?.harness ?? null) !== null);
  if (names.length === 0) return [];
  const what = `${list(names)}: no hook is called about the model and tools there`;
  return [finding("harnessed-agent", what, "guard that program with its own hooks")];
}

function outside({ config: { value } }: Facts): Finding[] {
  const names = outsideAgents(value);
  if (names.length === 0) return [];
  const what = `${list(names)}: agents from other files, which only call their own hooks`;
  return [finding("outside-agent", what, "move the hook to the user's config, or those agents to this file")];
}

function codeMode({ config: { agents, value } }: Facts): Finding[] {
  const names = agents.filter((name) => agentIn(value, name)?.code_mode_tools === true);
  if (names.length === 0) return [];
  const what = `${list(names)}: the model calls tools from a script there, and hooks are only called about the script`;
  return [finding("code-mode", what, "remove code_mode_tools, or reject run_tools_with_javascript")];
}
