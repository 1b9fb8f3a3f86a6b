// Writes records to a log with small files, one or three at once: FOLDER NAME COUNT KEEPS_OPEN.
import { DecisionLog } from "@agent-hook/sdk/internal/record";

const [, , folder, name, count, keepsOpen] = process.argv;
const log = new DecisionLog(folder, {
  keepsOpen: keepsOpen === "true",
  maxFileBytes: 30_000,
  onProblem(problem) {
    throw new Error(problem);
  },
});
const lines = Array.from({ length: Number(count) }, (_, at) => {
  const record = {
    id: `${name}-${at}`,
    time: new Date().toISOString(),
    host: { name: "h" },
    hook: name,
    point: "beforeTool",
    decision: "none",
    reason: "x".repeat((at * 97) % 700),
    ms: 1,
    pid: process.pid,
  };
  return `${JSON.stringify(record)}\n`;
});
while (lines.length > 0) log.decided(lines.splice(0, keepsOpen === "true" ? 3 : 1));
