import type { Rule } from "./rule.js";
import { dialects } from "./rules/dialects.js";
import { drain } from "./rules/drain.js";
import { ending } from "./rules/ending.js";
import { events } from "./rules/events.js";
import { failures } from "./rules/failures.js";
import { framing } from "./rules/framing.js";
import { hello } from "./rules/hello.js";
import { ids } from "./rules/ids.js";
import { malformed } from "./rules/malformed.js";
import { noise } from "./rules/noise.js";
import { overlap } from "./rules/overlap.js";
import { ownTools } from "./rules/own-tools.js";
import { points } from "./rules/points.js";
import { shapes } from "./rules/shapes.js";
import { size } from "./rules/size.js";
import { timing } from "./rules/timing.js";

/** An entry of the conformance manifest. */
export type ManifestEntry = Pick<Rule, "id" | "sentence" | "source">;

export const rules: readonly Rule[] = [
  ...[hello, points, shapes, timing, ids, noise, dialects, events, failures].flat(),
  ...[framing, overlap, malformed, size, drain, ending, ownTools].flat(),
].sort((a, b) => (a.id < b.id ? -1 : 1));

/** The rules that a host relies on, sorted by id; ids are stable. `checkHook` checks a hook against them. */
export const manifest: readonly ManifestEntry[] = rules.map(({ id, sentence, source }) => ({ id, sentence, source }));
