// Runs on any version of Node, as setup.cjs does, so it is plain ES5.
"use strict";
var fs = require("fs");
var path = require("path");

/** Files that an installation or a build writes. */
var WRITTEN = /^(node_modules|dist|schemas|THIRD_PARTY_NOTICES\.md|guard\.mjs|.*\.tsbuildinfo|\.git)$/;

/** `part`: "all", or "demo" for the packages that `npm start` runs. */
function stampOf(root, part) {
  return path.join(root, "node_modules", ".built-" + part);
}

/** Records that a part of the workspace was built from the files as of `startedMs`. */
function writeStamp(root, part, startedMs) {
  fs.writeFileSync(stampOf(root, part), "");
  fs.utimesSync(stampOf(root, part), startedMs / 1000, startedMs / 1000);
}

/** Returns whether a part of the workspace was built, separately or with everything, and no file changed since then. */
function isBuilt(root, part) {
  var stamps = [stampOf(root, part), stampOf(root, "all")].filter(fs.existsSync);
  var times = stamps.map(function (stamp) {
    return fs.statSync(stamp).mtime.getTime();
  });
  return times.length > 0 && !hasNewer(root, Math.max.apply(null, times));
}

function hasNewer(folder, thanMs) {
  return fs.readdirSync(folder).some(function (name) {
    if (WRITTEN.test(name)) return false;
    var file = path.join(folder, name);
    var stat = fs.lstatSync(file);
    return stat.isDirectory() ? hasNewer(file, thanMs) : stat.mtime.getTime() > thanMs;
  });
}

module.exports = { isBuilt: isBuilt, writeStamp: writeStamp };
