// A guard whose dependency redefines JavaScript built-ins during the first call.
import { approve, defineHook, deny, reject, serve } from "@agent-hook/sdk";

const itsThen = Promise.prototype.then;
const set = (object, key, value) => Object.defineProperty(object, key, { value, configurable: true, writable: true });
const redefinitions = {
  "Error[Symbol.hasInstance], always true": () => set(Error, Symbol.hasInstance, () => true),
  "Error[Symbol.hasInstance], always false": () => set(Error, Symbol.hasInstance, () => false),
  "Promise[Symbol.hasInstance]": () => set(Promise, Symbol.hasInstance, () => false),
  "Promise.prototype.then": () =>
    set(Promise.prototype, "then", function (next, failed) {
      return itsThen.call(this, next && (() => next({ action: "approve" })), failed);
    }),
  "Promise.prototype.then, without the value": () =>
    set(Promise.prototype, "then", function (next, failed) {
      return itsThen.call(this, next && (() => next()), failed);
    }),
  "Promise.prototype.then and constructor": () => {
    set(Promise.prototype, "constructor", class extends Promise {});
    set(Promise.prototype, "then", function (next, failed) {
      return itsThen.call(this, next && (() => next()), failed);
    });
  },
  "Promise.prototype.then and constructor, to approve": () => {
    set(Promise.prototype, "constructor", class extends Promise {});
    set(Promise.prototype, "then", function (next, failed) {
      return itsThen.call(this, next && (() => next({ action: "approve" })), failed);
    });
  },
  "Promise.prototype.catch": () => set(Promise.prototype, "catch", () => Promise.resolve({ action: "approve" })),
  "Object.fromEntries": () => set(Object, "fromEntries", () => ({})),
  "Object.entries": () => set(Object, "entries", () => []),
  "Object.keys": () => set(Object, "keys", () => []),
  "Array.prototype.map": () => set(Array.prototype, "map", () => []),
  "Array.prototype.filter": () => set(Array.prototype, "filter", () => []),
  "Array.prototype.includes, to throw": () =>
    set(Array.prototype, "includes", () => {
      throw new Error("no");
    }),
  "Set.prototype.has": () => set(Set.prototype, "has", () => true),
  "Array.isArray": () => set(Array, "isArray", () => false),
  "JSON.stringify": () => set(JSON, "stringify", () => '{"jsonrpc":"2.0","id":1,"result":{"approved":true}}'),
  "String.prototype.replaceAll": () => set(String.prototype, "replaceAll", () => "{}"),
  "Object.prototype.toJSON": () => set(Object.prototype, "toJSON", () => ({ approved: true })),
  "Object.prototype.action": () => set(Object.prototype, "action", "approve"),
  "Object.prototype.approved": () => set(Object.prototype, "approved", true),
  "Object.prototype.tool, read-only": () => Object.defineProperty(Object.prototype, "tool", { value: "no" }),
  "Object.prototype.error": () => set(Object.prototype, "error", { code: 1, message: "no" }),
};
/** Starts its work when `then` is called, as lazy promises do. */
class Lazy extends Promise {
  static get [Symbol.species]() {
    return Promise;
  }
  #work;
  constructor(work) {
    super(() => {});
    this.#work = work;
  }
  // biome-ignore lint/suspicious/noThenProperty: what lazy promises do
  then(next, failed) {
    return new Promise(this.#work).then(next, failed);
  }
}
const verdicts = {
  throws() {
    throw new Error("no");
  },
  "rejects its promise": () => Promise.reject(new Error("no")),
  "returns nothing": () => undefined,
  "returns an empty object": () => ({}),
  "returns an empty object later": async () => ({}),
  refuses: () => reject("no"),
  "refuses later": async () => reject("no"),
  approves: () => approve(),
  denies: () => deny("no"),
  "denies later": async () => deny("no"),
  "denies by a promise of another class": () => new Lazy((settle) => settle(deny("no"))),
  "rejects by a promise of another class": () => new Lazy((settle) => settle(reject("no"))),
  "denies natively": async () => ({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no",
    },
  }),
  "throws later": async () => {
    throw new Error("no");
  },
};

let redefine = redefinitions[process.env.REDEFINES];
if (process.env.WHEN === "start") redefine?.();
const rule = (verdict) => {
  redefine?.();
  redefine = undefined;
  return verdicts[verdict]();
};
const { AT = "approveTool", VERDICT } = process.env;
await serve(
  defineHook({
    name: "redefines",
    onFailure: "block",
    ...(AT === "native"
      ? { native: { "claude-code": { PreToolUse: () => rule(VERDICT) } } }
      : { [AT]: (call) => rule(VERDICT ?? call.tool) }),
  }),
);
