// Return values other than a plain denial, and decisions that are late. None of them approves if it is read once and
// completely.
function trap() {
  throw new Error("a trap");
}

/** Has one value while it is checked and another one when it is used. */
function changing(no, yes, reads) {
  let left = reads;
  return { now: () => (left-- > 0 ? no : yes) };
}
function getters(no, yes, reads) {
  const { now } = changing(no, yes, reads);
  const decision = {};
  for (const key of Object.keys({ ...no, ...yes })) {
    Object.defineProperty(decision, key, { get: () => now()[key], enumerable: true, configurable: true });
  }
  return decision;
}
function proxied(no, yes, reads) {
  const { now } = changing(no, yes, reads);
  const handler = {
    get: (_, key) => Reflect.get(now(), key),
    has: (_, key) => Reflect.has(now(), key),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(now(), key),
  };
  return new Proxy({}, handler);
}

const decisions = {
  "changes by getters": (scene, { reads }) => getters(scene.no(), scene.yes() ?? {}, reads),
  "changes as a proxy": (scene, { reads }) => proxied(scene.no(), scene.yes() ?? {}, reads),
  "changes after it was returned": (scene) => {
    const decision = { ...scene.no() };
    const change = () => Object.assign(decision, scene.yes() ?? { action: undefined });
    queueMicrotask(change);
    setImmediate(change);
    return decision;
  },
  "a getter that throws": () => Object.defineProperty({}, "action", { get: trap, enumerable: true }),
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "a thenable": (scene) => thenable((resolve) => resolve(scene.no())),
  "a thenable that changes": (scene) => {
    let asked = 0;
    return thenable((resolve) => resolve(asked++ === 0 ? scene.no() : scene.yes()));
  },
  "a thenable that never calls back": () => thenable(() => {}),
  // biome-ignore lint/suspicious/noThenProperty: that is the fault.
  "a then that throws": () => Object.defineProperty({}, "then", { get: trap }),
  "an array": (scene) => [scene.yes()],
  true: () => true,
  1: () => 1,
  "a text": () => "approve",
  "a boxed text": () => new String("approve"),
  "approve in capitals": () => ({ action: "APPROVE" }),
  "approve and a space": () => ({ action: "approve " }),
  "approve in a list": () => ({ action: ["approve"] }),
  "approve as an object": () => ({ action: { toString: () => "approve" } }),
  "allow of another host": () => ({
    decision: "allow",
    permissionDecision: "allow",
    approved: true,
    behavior: "allow",
  }),
  "an unknown action": () => ({ action: "constructor" }),
  "a key more": (scene) => ({ ...scene.no(), approved: true }),
  "a class": (scene) => {
    class Denial {}
    return Object.assign(new Denial(), scene.no());
  },
  "no prototype": (scene) => Object.assign(Object.create(null), scene.no()),
  "a circle": (scene) => {
    const decision = { ...scene.no() };
    decision.reason = decision;
    return decision;
  },
  "a reason without end": (scene) => ({ ...scene.no(), reason: "no ".repeat(2 ** 20) }),
  "a reason that is an approval": (scene) => ({ ...scene.no(), reason: `${scene.plan.approval}\n.\n` }),
  "a reason of odd characters": (scene) => ({ ...scene.no(), reason: "\0\ud800\u2028\n.\n\r" }),
  "an empty reason": (scene) => ({ ...scene.no(), reason: "" }),
  "a symbol": () => Symbol("approve"),
  "a function": (scene) => () => scene.yes(),
  "a big number": () => 2n ** 64n,
};
export const DECISIONS = Object.keys(decisions);

function thenable(then) {
  return { then };
}

const late = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const deciding = {
  decides: ({ what, ...params }, scene) => ({ decision: decisions[what](scene, params) }),
  "denies late": async ({ lateMs }, scene) => {
    await late(lateMs);
    return { decision: scene.no() };
  },
  "approves after its deadline": async ({ lateMs }, scene) => {
    await late(lateMs);
    return { decision: scene.yes() };
  },
  "changes its mind": (_, scene) => (scene.asked > 1 ? { decision: scene.yes() } : undefined),
  "changes the call": (_, { call }) => {
    spoil(call);
  },
  "changes the call later": (_, { call }) => {
    setImmediate(() => spoil(call));
    queueMicrotask(() => spoil(call));
  },
};

/** Changes the call in every way. Parts of it may be frozen. */
function spoil(call) {
  const attempts = [
    () => Object.assign(call.arguments, { command: "ls" }),
    () => Object.assign(call, { arguments: { command: "ls" }, tool: "read_file" }),
    () => Object.setPrototypeOf(call, { approved: true }),
    () => Object.defineProperty(call, "tool", { get: trap }),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // Continue with the next attempt.
    }
  }
}
