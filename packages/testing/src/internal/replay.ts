// For packages that are released with this one. It may change in any version.
export { recordedHost } from "../replay/replay.js";
