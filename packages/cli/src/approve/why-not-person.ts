import { ancestorsOf, machineId, type Question, type RunningProcess } from "@agent-hook/sdk/internal/questions";
import { agentMark } from "../agent-shell.js";

/** Programs that make a terminal for a script. */
const TERMINAL_MAKERS =
  /^(?:script|scriptreplay|expect|unbuffer|empty|faketty|socat|python[\d.]*|pypy\w*|perl|ruby|tclsh[\d.]*|php|dtach|abduco|reptyr)$/;

/** Programs that show a terminal to a person, also those that a desktop starts anew for each window. */
const TERMINALS =
  /^(?:agetty|alacritty|code|code-insiders|codium|cosmic-term|cursor|foot|footclient|ghostty|gnome-terminal.*|hyper|iterm2?|kgx|kitty|konsole|login|lxterminal|mate-terminal|mosh-server|ptyxis.*|qterminal|rio|rxvt.*|sshd.*|st|tabby|terminal|terminator|terminology|tilix|urxvt.*|warp.*|wezterm.*|windsurf|xfce4-terminal|xterm.*|yakuake|zed.*)$/i;

/** Who adopts a process whose parent has ended. */
const ADOPTERS = /^(?:systemd|init|launchd|tini|dumb-init|docker-init|catatonit|s6-svscan|runit)$/;

/**
 * Returns why the one who runs this program is not a person at a terminal, or `undefined` if nothing speaks against it. A
 * process with the same account can imitate a person in the end: see the page about askPerson.
 */
export function whyNotPerson(
  question: Pick<Question, "askedBy" | "machine">,
  chain: readonly RunningProcess[] = ancestorsOf(process.pid),
  environments?: (pid: number) => readonly string[],
): string | undefined {
  const mark = agentMark(chain, environments);
  if (mark !== undefined) return `this is the shell of an agent, ${mark}`;
  const leader = chain.findIndex(({ leadsTerminal }) => leadsTerminal);
  const maker = leader === -1 ? undefined : chain[leader + 1];
  if (maker !== undefined && TERMINAL_MAKERS.test(maker.name)) return `${maker.name} made this terminal`;
  const { askedBy = [], machine } = question;
  // Elsewhere, the ids of processes mean something else.
  if (machine !== machineId() || askedBy.length === 0) return undefined;
  const isAgent = ({ pid, startedAt }: RunningProcess) =>
    askedBy.some((agent) => agent.pid === pid && agent.startedAt === startedAt);
  if (chain.some(isAgent)) return "the agent that asks started this shell";
  return isYoungTerminal(chain, Number(askedBy.at(-1)?.startedAt))
    ? "this terminal was opened after the agent started, and not by a known terminal program"
    : undefined;
}

/**
 * Whether the oldest process of this terminal was adopted, is younger than the agent, and is not a known terminal program: an
 * agent can start a program that makes a terminal and lets go of it.
 */
function isYoungTerminal(chain: readonly RunningProcess[], agentStartedAt: number): boolean {
  const adopter = chain.findIndex(({ pid, name }, at) => at > 0 && (pid === 1 || ADOPTERS.test(name)));
  const oldest = adopter === -1 ? undefined : chain[adopter - 1];
  if (oldest === undefined || TERMINALS.test(oldest.name)) return false;
  return Number(oldest.startedAt) > agentStartedAt;
}
