// A guard that allows only calls marked as allowed, in the form and with the fault of PLAN.
import { spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { approve, compose, defineHook, defineTool, deny, modify, reject, serve } from "@agent-hook/sdk";
import { z } from "zod";

const { form, folder, fault = {}, withChild } = JSON.parse(process.env.PLAN);

// Stays open while any process of this hook runs.
const lifeline = openSync(join(folder, "lifeline"), "w");
if (withChild) spawn("sleep", ["600"], { stdio: ["ignore", "ignore", "ignore", lifeline] }).unref();
writeFileSync(join(folder, "pid"), String(process.pid));

const trapped = () =>
  new Proxy(
    {},
    {
      get: () => trap(),
      has: () => trap(),
      ownKeys: () => trap(),
      getPrototypeOf: () => trap(),
      getOwnPropertyDescriptor: () => trap(),
    },
  );
function trap() {
  throw new Error("a trap");
}
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const thrown = {
  error: () => new Error("on purpose"),
  nothing: () => undefined,
  null: () => null,
  text: () => "a text",
  number: () => 0,
  symbol: () => Symbol("a symbol"),
  function: () => () => {},
  "getter traps": () =>
    Object.defineProperties(new Error(), { message: { get: trap }, stack: { get: trap }, name: { get: trap } }),
  proxy: trapped,
  "revoked proxy": revoked,
  "frozen error": () => Object.freeze(new Error("frozen")),
  "own cause": () => {
    const error = new Error("in a circle");
    error.cause = error;
    return error;
  },
};

const faults = {
  throws: ({ thrown: what }) => {
    throw thrown[what]();
  },
  rejects: ({ thrown: what }) => Promise.reject(thrown[what]()),
  "rejects later": async ({ thrown: what }) => {
    await new Promise(setImmediate);
    throw thrown[what]();
  },
  "returns, as its decision, a value that another fault throws": ({ thrown: what }) => ({ decision: thrown[what]() }),
  "throws outside of its call": ({ thrown: what }) => {
    setImmediate(() => {
      throw thrown[what]();
    });
    void Promise.reject(thrown[what]());
  },
  "returns a decision that throws when it is awaited": () => ({
    // biome-ignore lint/suspicious/noThenProperty: that is the fault.
    decision: Object.defineProperty({}, "then", { get: trap }),
  }),
  exits: ({ code }) => process.exit(code),
  "exits later": ({ code }) => {
    setImmediate(() => process.exit(code));
  },
  aborts: () => process.abort(),
  "runs out of memory": () => {
    const all = [];
    for (;;) all.push(new Array(1000).fill(all.length));
  },
  "loops for ever": () => {
    for (;;);
  },
  "never settles": ({ clockMs = 0 }) => {
    moveClock(clockMs);
    return new Promise(() => {});
  },
  "settles late": ({ lateMs }) => new Promise((resolve) => setTimeout(resolve, lateMs)),
  closes: ({ descriptor }) => closeSync(descriptor),
  "floods stderr": ({ megabytes, raw }) => {
    const line = `${"x".repeat(1023)}\n`.repeat(1024);
    for (let n = 0; n < megabytes; n++) {
      if (raw) writeWhole(line);
      else process.stderr.write(line);
    }
  },
  "moves the clock": ({ clockMs }) => moveClock(clockMs),
};

/** Waits when the pipe is full: writes that bypass Node get EAGAIN. */
function writeWhole(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(2, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

function moveClock(ms) {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [RealDate.now() + ms] : args));
    }
    static now() {
      return RealDate.now() + ms;
    }
  };
}

let asked = 0;

function strike() {
  writeFileSync(join(folder, "struck"), "");
  return faults[fault.what](fault);
}

/** Strikes at the chosen call. May return a decision that replaces the guard's. */
function strikeIfDue() {
  asked += 1;
  return asked === fault.at ? strike() : undefined;
}

/** Handles a tool call: first the fault, then the guard's decision. */
function rule(call, yes, no) {
  const odd = strikeIfDue();
  const ruled = () => (call.arguments.allowed === true ? yes() : no("it is not allowed"));
  if (odd instanceof Promise) return odd.then(ruled);
  return odd === undefined ? ruled() : odd.decision;
}

const base = {
  onFailure: "block",
  deadlines: { interceptMs: fault.deadlineMs ?? 120_000, approveMs: fault.deadlineMs ?? 120_000 },
};
const setup = () => (fault.at === "start" ? strike() : undefined);

/** A tool that leaves a mark when it runs. */
const remove = defineTool({
  name: "remove",
  description: "Removes a file",
  input: z.object({ n: z.number(), allowed: z.boolean() }),
  run: ({ n, allowed }) => {
    writeFileSync(join(folder, `${allowed ? "allowed" : "forbidden"}-own-${n}`), "");
    return `removed ${n}`;
  },
});

const beforeLlm = (request) => {
  const odd = strikeIfDue();
  const changed = () => modify({ options: { ...request.options, asked: true } });
  return odd instanceof Promise ? odd.then(changed) : (odd?.decision ?? changed());
};
const approver = (more = {}) =>
  defineHook({
    name: "guard",
    ...base,
    setup,
    beforeLlm,
    approveTool: (call) => rule(call, approve, reject),
    ...more,
  });

const inspector = (more = {}) =>
  defineHook({
    name: "guard",
    ...base,
    setup,
    beforeLlm,
    beforeTool: (call) => rule(call, () => undefined, deny),
    ...more,
  });

const forms = {
  approveTool: () => approver(),
  beforeTool: () => inspector(),
  "beforeTool, approves all": () => inspector({ approveTool: approve }),
  composed: () =>
    compose(
      { name: "house" },
      defineHook({ name: "notes", deadlines: base.deadlines, tools: [remove], afterTool: () => {} }),
      approver(),
    ),
  "own tool": () => approver({ tools: [remove] }),
};

await serve(forms[form]());
