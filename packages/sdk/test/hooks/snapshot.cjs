// The source of a start-up snapshot. It answers with its own name, its arguments and the length of stdin.
const { writeSync } = require("node:fs");
const { startupSnapshot } = require("node:v8");

function main(made) {
  const [, , ...args] = process.argv;
  let length = 0;
  process.stdin.on("data", (chunk) => {
    length += chunk.length;
  });
  process.stdin.on("end", () => {
    const document = JSON.stringify({ made, args, length });
    writeSync(3, `${process.env.AGENT_HOOK_KEY} ${Buffer.byteLength(document)}\n${document}\n`);
  });
}

if (startupSnapshot.isBuildingSnapshot()) startupSnapshot.setDeserializeMainFunction(main, "snapshot");
else main("bundle");
