export { withHook } from "./with-hook.js";
