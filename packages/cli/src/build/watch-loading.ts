import type { EventEmitter } from "node:events";

/**
 * What the dry-run process reports, one JSON object per line: a use of something that a snapshot would freeze, or the
 * call of `serve`.
 */
export type LoadObservation =
  | { readonly kind: "frozen-use"; readonly what: string; readonly stack: string }
  | { readonly kind: "served"; readonly duringLoading: boolean };

/**
 * Runs at the start of a bundle, in a separate process. Its text is inserted there, so it must not use anything else in
 * this file. It makes `serve` believe that a snapshot is being made, reports on descriptor 3 what a snapshot would
 * freeze, and ends the process at `serve`.
 */
export function watchLoading(require: NodeJS.Require): { loaded(): void } {
  const fs = require("node:fs") as typeof import("node:fs");
  const { exit } = process;
  const write = fs.writeSync.bind(fs, 3);
  let served = false;
  let watching = true;
  let loading = true;

  const report = (observation: LoadObservation) => write(`${JSON.stringify(observation)}\n`);
  const reportUse = (what: string, callers = 1) => {
    if (!watching) return;
    watching = false;
    const { stack = "" } = new Error();
    const calls = stack.split("\n").slice(2 + callers);
    // If `node:path` calls `process.cwd()`, the caller is the code that called `node:path`.
    const caller = (what === "process.cwd()" ? calls.find((call) => !/\bnode:path:/.test(call)) : calls[0]) ?? "";
    watching = true;
    // Ignore what Node itself does.
    if (!/\(?node:/.test(caller)) report({ kind: "frozen-use", what, stack: caller });
  };
  const end = () => {
    report({ kind: "served", duringLoading: loading });
    exit.call(process, 0);
  };

  const watchCalls = (owner: object, name: string, label: string) => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== "function") return;
    const watched = new Proxy(original, {
      apply(target, self, args) {
        reportUse(`${label}()`);
        return Reflect.apply(target, self, args);
      },
      construct(target, args, newTarget) {
        if (label !== "new Date" || args.length === 0) reportUse(label);
        return Reflect.construct(target, args, newTarget);
      },
    });
    Reflect.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
  };
  const watchReads = (name: "env" | "argv" | "execArgv") => {
    const value = process[name] as object;
    const watched = new Proxy(value, {
      get(target, key) {
        if (typeof key === "string") reportUse(name === "env" ? `process.env.${key}` : `process.${name}`);
        return Reflect.get(target, key);
      },
      has(target, key) {
        reportUse(name === "env" ? `process.env.${String(key)}` : `process.${name}`);
        return Reflect.has(target, key);
      },
      ownKeys(target) {
        reportUse(`process.${name}`);
        return Reflect.ownKeys(target);
      },
    });
    Object.defineProperty(process, name, { value: watched, configurable: true, writable: true });
  };

  const modules = ["fs", "fs/promises", "child_process", "net", "dgram", "dns", "dns/promises", "http", "https", "tls"];
  for (const name of [...modules, "worker_threads", "os", "timers", "timers/promises"]) {
    const owner = require(`node:${name}`) as object;
    for (const key of Object.keys(owner))
      if (!/^[_A-Z]|^(promises|createRequire)$/.test(key)) watchCalls(owner, key, `${name}.${key}`);
  }
  for (const name of ["randomUUID", "randomBytes", "randomInt", "randomFillSync", "getRandomValues"]) {
    watchCalls(require("node:crypto") as object, name, `crypto.${name}`);
    watchCalls(Object.getPrototypeOf(globalThis.crypto), name, `crypto.${name}`);
  }
  for (const name of ["setTimeout", "setInterval", "setImmediate", "fetch", "WebSocket"])
    watchCalls(globalThis, name, name);
  for (const name of ["cwd", "uptime", "hrtime", "memoryUsage", "chdir", "kill", "dlopen", "on", "once"]) {
    watchCalls(process as EventEmitter, name, `process.${name}`);
  }
  watchCalls(Math, "random", "Math.random");
  watchCalls(Date, "now", "Date.now");
  watchCalls(Object.getPrototypeOf(performance), "now", "performance.now");
  watchCalls(globalThis, "Date", "new Date");
  for (const name of ["env", "argv", "execArgv"] as const) watchReads(name);

  // `makeHookModule` calls this when the file's location is read.
  Object.assign(globalThis, { agentHookLocationRead: () => reportUse("import.meta", 3) });
  Object.assign(globalThis, { [Symbol.for("agent-hook.dry-run")]: true });
  const v8 = require("node:v8") as object;
  const startupSnapshot = {
    isBuildingSnapshot: () => true,
    addSerializeCallback() {},
    addDeserializeCallback() {},
    setDeserializeMainFunction() {
      served = true;
      watching = false;
      if (!loading) end();
    },
  };
  Object.defineProperty(v8, "startupSnapshot", { value: startupSnapshot, configurable: true });

  return {
    loaded() {
      if (served) end();
      loading = false;
    },
  };
}
