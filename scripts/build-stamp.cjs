"use strict";
const { existsSync, lstatSync, readdirSync, statSync, utimesSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

/** Files that an installation or a build writes. */
const WRITTEN = /^(node_modules|dist|schemas|THIRD_PARTY_NOTICES\.md|guard\.mjs|.*\.tsbuildinfo|\.git)$/;

/** `part`: "all", or "demo" for the packages that `npm start` runs. */
function stampOf(root, part) {
  return join(root, "node_modules", `.built-${part}`);
}

/** Records that a part of the workspace was built from the files as of `startedMs`. */
function writeStamp(root, part, startedMs) {
  writeFileSync(stampOf(root, part), "");
  utimesSync(stampOf(root, part), startedMs / 1000, startedMs / 1000);
}

/** Returns whether a part of the workspace was built, separately or with everything, and no file changed since then. */
function isBuilt(root, part) {
  const times = [stampOf(root, part), stampOf(root, "all")]
    .filter(existsSync)
    .map((stamp) => statSync(stamp).mtime.getTime());
  return times.length > 0 && !hasNewer(root, Math.max(...times));
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
