/** `import.meta` of a built hook. */
export interface HookModule {
  readonly url: string;
  readonly filename: string;
  readonly dirname: string;
}

/**
 * Makes `import.meta` of a built hook. A snapshot freezes `__filename`, so in a snapshot the location comes from the
 * snapshot file that Node was started with. Otherwise a hook that was moved would use its old folder. Most calls need no
 * location, so links are followed when it is first read.
 *
 * The text of this function is put into the bundle on one line. The function must not use anything else in this file,
 * and must not contain comments or named functions: for a named function, some compilers add a call of their own
 * helper. `watchLoading` sets `agentHookLocationRead`, because a snapshot would freeze a location that is read during
 * loading.
 */
export function makeHookModule(require: NodeJS.Require, builtFile: string): HookModule {
  const { dirname, resolve } = require("node:path") as typeof import("node:path");
  const { pathToFileURL } = require("node:url") as typeof import("node:url");
  const { startupSnapshot } = require("node:v8") as typeof import("node:v8");
  let file: string | undefined = builtFile;
  let blobPath: string | undefined;
  if (startupSnapshot.isBuildingSnapshot()) {
    startupSnapshot.addDeserializeCallback(() => {
      const args = process.execArgv;
      const at = args.findIndex((arg) => arg === "--snapshot-blob" || arg.startsWith("--snapshot-blob="));
      const blob = args[at]?.slice("--snapshot-blob=".length) || args[at + 1];
      file = undefined;
      blobPath = at < 0 || blob === undefined ? undefined : resolve(blob);
    });
  }
  return {
    get url() {
      return pathToFileURL(this.filename).href;
    },
    get filename() {
      (Reflect.get(globalThis, "agentHookLocationRead") as (() => void) | undefined)?.();
      if (file === undefined && blobPath !== undefined) {
        const { realpathSync } = require("node:fs") as typeof import("node:fs");
        file = realpathSync(blobPath).replace(/\.blob$/, ".cjs");
      }
      if (file === undefined) {
        throw new Error("this hook cannot find its files: start its snapshot with --snapshot-blob FILE");
      }
      return file;
    },
    get dirname() {
      return dirname(this.filename);
    },
  };
}
