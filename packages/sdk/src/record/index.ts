// The decision log, for the program `agent-hook`. Only for packages that are released together with this one.
export { DecisionLog, type DecisionLogOptions } from "./decision-log.js";
export type { DecisionObserver, DecisionRecord, RecordedFailure } from "./decision-record.js";
export { isLogOn, logFiles, logFolder } from "./log-files.js";
export { linesFrom, openLogFile, readLog, recordIn, UNREADABLE } from "./read-log.js";
