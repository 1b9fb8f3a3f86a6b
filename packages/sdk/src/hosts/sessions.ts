/** What hosts keep on disk about their sessions. Only the command line loads this module, never a hook. */
export type {
  HostMessage,
  RecordedCall,
  SessionEntry,
  SessionFile,
  SessionFiles,
  SessionReader,
} from "../host-tools/session-files.js";
export { SESSION_FILES } from "./generated/session-files.js";
