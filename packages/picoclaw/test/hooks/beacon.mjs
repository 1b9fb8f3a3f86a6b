// Connects to BEACON for as long as it lives, then runs the hook that its argument names. With WAIT, it first waits for
// a byte.
import { once } from "node:events";
import { createConnection } from "node:net";

const beacon = createConnection(process.env.BEACON);
beacon.on("error", () => {});
if (process.env.WAIT) await once(beacon, "data");
beacon.unref();
await import(process.argv[2]);
