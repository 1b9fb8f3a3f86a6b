// Removes the export condition for source files from published packages, because they contain no source.
"use strict";

const SOURCE = "@agent-hook/source";

function beforePacking(manifest) {
  for (const target of Object.values(manifest.exports ?? {})) delete target[SOURCE];
  return manifest;
}

module.exports = { hooks: { beforePacking } };
