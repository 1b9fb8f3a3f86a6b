// Derives each answer only from the call, and answers at once or some event loop turns later.
import { approve, compose, defineHook, defineTool, deny, modify, reject, serve } from "@agent-hook/sdk";
import { z } from "zod";

let events = 0;

/** Without `turns`, the handler is synchronous. With them, calls overtake each other. */
function later(turns, decide) {
  return turns === undefined ? decide() : wait(turns).then(decide);
}

async function wait(turns) {
  for (let left = turns; left > 0; left--) await new Promise(setImmediate);
}

const numbers = z.object({ a: z.number(), b: z.number(), turns: z.number().optional() });
const tools = [
  defineTool({
    name: "add",
    description: "Adds two numbers",
    input: numbers,
    run: ({ a, b, turns }) => later(turns, () => String(a + b)),
  }),
  defineTool({
    name: "state",
    description: "What this process has come to",
    input: z.object({}),
    run: () => {
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      return JSON.stringify({ events, rss, heapUsed });
    },
  }),
];

const rulings = {
  go_on: () => undefined,
  deny: ({ n }) => deny(`no ${n}`),
  rewrite: ({ n }) => modify({ arguments: { n, rewritten: true } }),
};

const calls = defineHook({
  name: "calls",
  onFailure: "block",
  deadlines: { interceptMs: 600_000, approveMs: 600_000 },
  tools,
  beforeLlm: ({ options: { n, turns } }) => later(turns, () => modify({ options: { temperature: n } })),
  afterLlm: ({ content }) => {
    const { n, turns } = JSON.parse(content);
    return later(turns, () => modify({ content: `said ${n}` }));
  },
  beforeTool: ({ tool, arguments: args }) => later(args.turns, () => rulings[tool]?.(args)),
  approveTool: ({ arguments: args, ownTool }) =>
    later(args.turns, () => (ownTool || args.n % 2 === 0 ? approve() : reject(`not ${args.n}`))),
  afterTool: ({ arguments: args, result }) =>
    later(args.turns, () => modify({ result: `${result.forLlm} and ${args.n}` })),
  onEvent: () => {
    events += 1;
  },
});

const second = defineHook({ name: "second", deadlines: calls.deadlines, beforeTool: () => {}, afterTool: () => {} });

await serve(process.env.COMPOSED === "1" ? compose(calls, second) : calls);
