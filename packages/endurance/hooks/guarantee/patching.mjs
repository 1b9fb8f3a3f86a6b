// What a careless dependency does to the globals of the process. No patch forges an answer.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

function trap() {
  throw new Error("a trap");
}
function replace(holder, key, value) {
  Object.defineProperty(holder, key, { value, configurable: true, writable: true, enumerable: true });
}
const pollute = (key, value) => replace(Object.prototype, key, value);

const patches = {
  "hasInstance is true": () => replace(Error, Symbol.hasInstance, () => true),
  "hasInstance is false": () => replace(Error, Symbol.hasInstance, () => false),
  "hasInstance throws": () => replace(Error, Symbol.hasInstance, trap),
  "no promise is a Promise": () => replace(Promise, Symbol.hasInstance, () => false),
  "JSON.stringify gives nothing": () => replace(JSON, "stringify", () => undefined),
  "JSON.stringify gives {}": () => replace(JSON, "stringify", () => "{}"),
  "JSON.stringify throws": () => replace(JSON, "stringify", trap),
  "JSON.parse gives {}": () => replace(JSON, "parse", () => ({})),
  "JSON.parse throws": () => replace(JSON, "parse", trap),
  "a global toJSON": () => pollute("toJSON", () => ({})),
  "then never calls back": () => replace(Promise.prototype, "then", () => new Promise(() => {})),
  "then loses its value": () => {
    const itsThen = Promise.prototype.then;
    replace(Promise.prototype, "then", function (next, failed) {
      return itsThen.call(this, next && (() => next()), failed);
    });
  },
  "replaceAll gives {}": () => replace(String.prototype, "replaceAll", () => "{}"),
  "JSON.stringify gives an empty text": () => replace(JSON, "stringify", () => ""),
  "then throws": () => replace(Promise.prototype, "then", trap),
  "every object has a then": () => pollute("then", (resolve) => resolve({ action: "approve" })),
  "Array.isArray is true": () => replace(Array, "isArray", () => true),
  "Array.isArray is false": () => replace(Array, "isArray", () => false),
  "every object has an action": () => pollute("action", "approve"),
  "every object is approved": () => pollute("approved", true),
  "every object has a decision": () => pollute("decision", "allow"),
  "every object continues": () => pollute("onFailure", "continue"),
  "every object has a policy": () => pollute("policy", "continue"),
  "every object has a patch": () => pollute("patch", { arguments: {} }),
  "every object has a value": () => pollute("value", { action: "approve" }),
  "Object.keys is empty": () => replace(Object, "keys", () => []),
  "Object.freeze does nothing": () => replace(Object, "freeze", (value) => value),
  "structuredClone gives the same": () => replace(globalThis, "structuredClone", (value) => value),
  "process.exit does nothing": () => replace(process, "exit", () => {}),
  "process.on does nothing": () => replace(process, "on", () => process),
  "process.stdout is another": () => replace(process, "stdout", process.stderr),
  "process.emit does nothing": () => replace(process, "emit", () => false),
  "setTimeout never calls back": () => replace(globalThis, "setTimeout", () => ({ unref() {}, ref() {} })),
  "setTimeout calls back at once": () => replace(globalThis, "setTimeout", (callback) => setImmediate(callback)),
  "Buffer.toString gives nothing": () => replace(Buffer.prototype, "toString", () => ""),
  "Buffer.concat gives nothing": () => replace(Buffer, "concat", () => Buffer.alloc(0)),
  "fs.writeSync does nothing": () => replaceInFs("writeSync", () => 0),
  "fs.writeSync throws": () => replaceInFs("writeSync", trap),
  "fs.write does nothing": () => replaceInFs("write", () => {}),
  "Date.now stands still": () => replace(Date, "now", () => 0),
  "Error.stackTraceLimit is 0": () => replace(Error, "stackTraceLimit", 0),
  "prepareStackTrace throws": () => replace(Error, "prepareStackTrace", trap),
};
export const PATCHES = Object.keys(patches);

function replaceInFs(name, value) {
  replace(fs, name, value);
  syncBuiltinESMExports();
}

export const patching = { patches: ({ what }) => patches[what]() };
