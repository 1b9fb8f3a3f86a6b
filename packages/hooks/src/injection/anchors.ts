/** How far a match may reach before an anchor, and after it. */
const REACH = 250;
/** An anchor this close to the one before adds nothing to look at, so that a text full of anchors takes no longer. */
const STEP = 120;

/** A part of a text to look at. */
export type Part = readonly [from: number, to: number];

/** A state of the automaton: the anchors that begin with the text read so far. */
interface Node {
  /** The class of the last character. */
  readonly group: number;
  readonly next: Map<number, number>;
  readonly rules: Set<number>;
  failure: number;
}

/**
 * Finds many short texts in one pass (Aho and Corasick's automaton), each with the number of its rule. With `words`,
 * all that is neither a letter nor a digit counts as one space.
 */
export class AnchorFinder {
  readonly #classes = new Uint8Array(128);
  readonly #next: Uint16Array;
  readonly #rulesAt: readonly (readonly number[])[];
  /** Whether an anchor ends at a state. */
  readonly #ends: Uint8Array;
  readonly #width: number;

  constructor(
    anchors: readonly (readonly [anchor: string, rule: number])[],
    readonly words: boolean,
  ) {
    let width = 1;
    for (const [anchor] of anchors) {
      for (const character of anchor) {
        const code = character.charCodeAt(0);
        if (this.#classes[code] === 0) this.#classes[code] = width++;
      }
    }
    this.#width = width;
    if (words) {
      // A gap has the class of a space. Letters and digits of no anchor have class 0.
      for (let code = 0; code < 128; code++) {
        if (!/[a-z0-9]/i.test(String.fromCharCode(code))) this.#classes[code] = this.#classes[32] ?? 0;
      }
    }
    for (let code = 65; code <= 90; code++) this.#classes[code] = this.#classes[code + 32] ?? 0;
    const gap = words ? (this.#classes[32] ?? 0) : -1;
    const nodes: Node[] = [];
    const add = (group: number) => nodes.push({ group, next: new Map(), rules: new Set(), failure: 0 }) - 1;
    add(-1);
    for (const [anchor, rule] of anchors) {
      let node = 0;
      for (const character of anchor) {
        const group = this.#classes[character.charCodeAt(0)] ?? 0;
        const known = nodes[node]?.next.get(group);
        const next = known ?? add(group);
        if (known === undefined) nodes[node]?.next.set(group, next);
        node = next;
      }
      nodes[node]?.rules.add(rule);
    }
    this.#next = new Uint16Array(nodes.length * width);
    const queue = [0];
    for (const at of queue) {
      const node = nodes[at];
      if (node === undefined) continue;
      for (const rule of nodes[node.failure]?.rules ?? []) node.rules.add(rule);
      for (let group = 0; group < width; group++) {
        // More of a gap is the same gap.
        if (group === gap && node.group === gap) {
          this.#next[at * width + group] = at;
          continue;
        }
        const child = node.next.get(group);
        const fallback = at === 0 ? 0 : (this.#next[node.failure * width + group] ?? 0);
        this.#next[at * width + group] = child ?? fallback;
        if (child === undefined) continue;
        const childNode = nodes[child];
        if (childNode !== undefined) childNode.failure = fallback;
        queue.push(child);
      }
    }
    this.#rulesAt = nodes.map(({ rules }) => [...rules]);
    this.#ends = Uint8Array.from(nodes, ({ rules }) => Math.min(1, rules.size));
  }

  /** Returns the parts of a text that are close to an anchor, by rule. The parts of a rule are in order, and apart. */
  partsOf(text: string): ReadonlyMap<number, readonly Part[]> {
    const parts = new Map<number, [from: number, to: number][]>();
    const [classes, next, width, words, ends] = [this.#classes, this.#next, this.#width, this.words, this.#ends];
    const gap = classes[32] ?? 0;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const group = code < 128 ? (classes[code] ?? 0) : words ? gap : 0;
      state = next[state * width + group] ?? 0;
      if (ends[state] === 0) continue;
      for (const rule of this.#rulesAt[state] ?? []) {
        const of = parts.get(rule);
        const last = of?.at(-1);
        if (last !== undefined && at < last[1] - REACH) continue;
        const to = at + STEP + REACH;
        if (last !== undefined && at - REACH <= last[1]) last[1] = to;
        else if (of === undefined) parts.set(rule, [[Math.max(0, at - REACH), to]]);
        else of.push([Math.max(0, at - REACH), to]);
      }
    }
    return parts;
  }
}
