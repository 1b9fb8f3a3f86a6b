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
  writeFileSync(stampOf(root, part), JSON.stringify(filesIn(root)));
  utimesSync(stampOf(root, part), startedMs / 1000, startedMs / 1000);
}

/**
 * Returns whether a part of the workspace was built, separately or with everything, and since then no file changed, came
 * or went, and no output went.
 */
function isBuilt(root, part) {
  const { names } = filesIn(root);
  return [stampOf(root, part), stampOf(root, "all")].filter(existsSync).some((stamp) => {
    const built = JSON.parse(readFileSync(stamp, "utf8") || "{}");
    const isWhole = built.names === names && built.outputs.every((folder) => existsSync(join(root, folder)));
    return isWhole && !hasNewer(root, statSync(stamp).mtime.getTime());
  });
}

/** Returns a hash of the names of all files, and the folders of outputs. */
function filesIn(root) {
  const hash = createHash("sha256");
  const outputs = [];
  const add = (folder) => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const path = join(folder, name);
      if (name === "dist") outputs.push(path);
      if (WRITTEN.test(name)) continue;
      hash.update(`${path}\n`);
      if (lstatSync(join(root, path)).isDirectory()) add(path);
    }
  };
  add("");
  return { names: hash.digest("hex"), outputs };
}

function hasNewer(folder, thanMs) {
  return readdirSync(folder).some((name) => {
    if (WRITTEN.test(name)) return false;
    const file = join(folder, name);
    const stat = lstatSync(file);
    return stat.isDirectory() ? hasNewer(file, thanMs) : stat.mtime.getTime() > thanMs;
  });
}

module.exports = { isBuilt, writeStamp };
