#!/usr/bin/env node
// Runs on any version of Node, so that it can report an old version. Plain ES5, without ES modules.
// Not in dist: package managers link a bin when they install, before anything is built.
"use strict";
var version = process.versions.node.split(".").map(Number);

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error("create-agent-hook needs Node 20.19 or newer; this is Node " + process.versions.node + ".");
  process.exit(1);
}
require("./start.cjs");
