// Plain ES5, so that an old version of Node can run it and print this message.
"use strict";
var version = process.versions.node.split(".").map(Number);

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    "agent-hook needs Node 20.19 or newer; this is Node " +
      process.versions.node +
      ". Install it from nodejs.org and run this again.",
  );
  process.exit(1);
}

require("./jobs.cjs");
