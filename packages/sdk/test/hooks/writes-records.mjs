// Writes records to a log with small files: FOLDER NAME COUNT KEEPS_OPEN.
import { DecisionLog } from "@agent-hook/sdk/internal/record";

const [, , folder, name, count, keepsOpen] = process.argv;
const log = new DecisionLog(folder, {
  keepsOpen: keepsOpen === "true",
  maxFileBytes: 30_000,
  onProblem(problem) {
    throw new Error(problem);
  },
});
for (let at = 0; at < Number(count); at += 1) {
  const id = `${name}-${at}`;
  const time = new Date().toISOString();
  const text = "x".repeat((at * 97) % 700);
  log.decided({
    id,
    time,
    host: { name: "h" },
    hook: name,
    point: "beforeTool",
    decision: "none",
    reason: text,
    ms: 1,
    pid: process.pid,
  });
}
