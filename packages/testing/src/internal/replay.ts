// For packages that are released with this one. This module may change in any version.
export { recordedHost } from "../replay/replay.js";
