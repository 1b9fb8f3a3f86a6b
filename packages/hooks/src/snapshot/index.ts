export type { FileChange, KeptFile } from "./restore.js";
export { plainReason, SnapshotError } from "./snapshot-error.js";
export {
  type ListedCheckpoint,
  listCheckpoints,
  type ProjectCheckpoints,
  type UndoOptions,
  type UndoResult,
  undo,
} from "./undo.js";
