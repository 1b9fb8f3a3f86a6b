// What a handler throws or rejects with.
function trap() {
  throw new Error("a trap");
}

const values = {
  error: () => new Error("on purpose"),
  undefined: () => undefined,
  null: () => null,
  text: () => '{"action":"approve"}',
  number: () => 1,
  true: () => true,
  symbol: () => Symbol("a symbol"),
  function: () => () => ({ action: "approve" }),
  "frozen object": () => Object.freeze({ action: "approve" }),
  "frozen error": () => Object.freeze(new Error("frozen")),
  "getters that throw": () =>
    Object.defineProperties(new Error(), { message: { get: trap }, stack: { get: trap }, name: { get: trap } }),
  "a message that is an object": () => Object.assign(new Error(), { message: { toString: trap } }),
  "proxy that throws": () =>
    new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap }),
  "revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "own cause": () => {
    const error = new Error("in a circle");
    error.cause = error;
    return error;
  },
  approval: (scene) => scene.yes(),
  // biome-ignore lint/suspicious/noThenProperty: that is the fault.
  thenable: (scene) => ({ then: (resolve) => resolve(scene.yes()) }),
};
export const THROWN = Object.keys(values);

const thrownBy = ({ value }, scene) => values[value](scene);

export const throwing = {
  throws: (fault, scene) => {
    throw thrownBy(fault, scene);
  },
  rejects: (fault, scene) => Promise.reject(thrownBy(fault, scene)),
  "rejects later": async (fault, scene) => {
    await new Promise(setImmediate);
    throw thrownBy(fault, scene);
  },
  "throws outside of its call": (fault, scene) => {
    setImmediate(() => {
      throw thrownBy(fault, scene);
    });
    void Promise.reject(thrownBy(fault, scene));
  },
};
