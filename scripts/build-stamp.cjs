"use strict";
const { createHash } = require("node:crypto");
const { existsSync, lstatSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

/** Files that an installation or a build writes. */
const WRITTEN = /^(node_modules|dist|schemas|THIRD_PARTY_NOTICES\.md|guard\.mjs|.*\.tsbuildinfo|\.git)$/;

/** `part`: "all", or "demo" for the packages that `npm start` runs. */
function stampOf(root, part) {
  return join(root, "node_modules", `.built-${part}`);
}

/** Records that a part of the workspace was built from the files as of `startedMs`. */
function writeStamp(root, part, startedMs) {
  const { names, outputs } = filesIn(root);
  writeFileSync(stampOf(root, part), JSON.stringify({ names, outputs }));
  utimesSync(stampOf(root, part), startedMs / 1000, startedMs / 1000);
}

/**
 * Returns whether a part of the workspace was built, separately or with everything, and since then no file changed, came
 * or went, and no output went.
 */
function isBuilt(root, part) {
  const { names, newestMs } = filesIn(root);
  return [stampOf(root, part), stampOf(root, "all")].filter(existsSync).some((stamp) => {
    const built = JSON.parse(readFileSync(stamp, "utf8") || "{}");
    const isWhole = built.names === names && built.outputs.every((folder) => existsSync(join(root, folder)));
    return isWhole && newestMs <= statSync(stamp).mtime.getTime();
  });
}

/** Returns a hash of the names of all files, when the newest changed, and the folders of outputs. */
function filesIn(root) {
  const hash = createHash("sha256");
  const outputs = [];
  let newestMs = 0;
  const add = (folder) => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const path = join(folder, name);
      if (name === "dist") outputs.push(path);
      if (WRITTEN.test(name)) continue;
      hash.update(`${path}\n`);
      const stat = lstatSync(join(root, path));
      if (stat.isDirectory()) add(path);
      else newestMs = Math.max(newestMs, stat.mtime.getTime());
    }
  };
  add("");
  return { names: hash.digest("hex"), newestMs, outputs };
}

module.exports = { isBuilt, writeStamp };
