import { broken, inconclusive, notApplicable, shortened } from "../finding.js";
import { END_MS, type HookSession } from "../hook-session.js";
import type { Rule } from "../rule.js";
import { futureEvents, namedEvents, numberedEvents, runtimeEvents, type SampleEvent } from "../sample-events.js";
import { strays } from "../stdout-lines.js";

const WHY =
  "An answer to an event is skipped with a warning; a hook that exits is never restarted: it is skipped, and every approval is denied.";

export const events: readonly Rule[] = [
  {
    id: "events/named",
    sentence: "hook.event with the kind as a name gets no answer, and the next call is answered.",
    source: "PicoClaw's documentation shows the name; no version was observed to send it",
    why: WHY,
    check: (session) => silent(session, namedEvents),
  },
  {
    id: "events/numbered",
    sentence: "hook.event with the kind as a number gets no answer, and the next call is answered.",
    source: "PicoClaw v0.2.6 to v0.2.8 (run): the kind is an integer on the wire",
    why: WHY,
    check: (session) => silent(session, numberedEvents),
  },
  {
    id: "events/runtime",
    sentence: "hook.runtime_event gets no answer, and the next call is answered.",
    source: "PicoClaw v0.2.9 and the snapshot of 2026-06-13 (run); kinds of channels, gateway and MCP servers: code",
    why: WHY,
    check: (session) => silent(session, runtimeEvents),
  },
  {
    id: "events/unknown",
    sentence: "Events of unknown kinds get no answer, and the next call is answered.",
    source: "PicoClaw v0.2.9 (run): a version adds kinds that the previous one did not have",
    why: WHY,
    check: (session) => silent(session, futureEvents),
  },
];

async function silent(session: HookSession, list: readonly SampleEvent[]): Promise<void> {
  if (!session.options.modes.includes("observe")) throw notApplicable("The mode observe is off");
  const hook = await session.startReady();
  const [first] = list.map(({ method, params }) => hook.notify(method, params));
  const sent = `${list.length} events, the first: ${first?.trimEnd()}`;
  if (session.options.modes.length > 1) await session.barrier(hook, sent);
  const { asked, lines, endedInTime } = await session.lifetime();
  // Any late output arrives before the process ends.
  if (endedInTime) await hook.endStdin(END_MS);
  const [more] = strays(hook.stdout.all, hook.asked);
  if (more === undefined) return;
  if (strays(lines, asked).length > 0) throw inconclusive("The hook writes unexpected output even without events");
  throw broken(sent, shortened(more.text));
}
