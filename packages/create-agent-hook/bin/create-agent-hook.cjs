#!/usr/bin/env node
// Runs on any Node, however old, so that "too old" can be said in words: plain ES5 here, and nothing of modules.
// Not in dist: package managers link a bin when they install, before anything is built.
"use strict";
var version = process.versions.node.split(".").map(Number);

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error("create-agent-hook needs Node 20.19 or newer; this is Node " + process.versions.node + ".");
  process.exit(1);
}
require("./start.cjs");
