// What is published has no source: the condition with which our tests import the source of other packages is removed.
"use strict";

const SOURCE = "@agent-hook/source";

function beforePacking(manifest) {
  for (const target of Object.values(manifest.exports ?? {})) delete target[SOURCE];
  return manifest;
}

module.exports = { hooks: { beforePacking } };
