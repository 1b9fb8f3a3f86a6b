// Holds a connection to BEACON for as long as it lives; with WAIT it begins at the first byte that comes. Then it is
// the hook that its argument names.
import { once } from "node:events";
import { createConnection } from "node:net";

const beacon = createConnection(process.env.BEACON);
beacon.on("error", () => {});
if (process.env.WAIT) await once(beacon, "data");
beacon.unref();
await import(process.argv[2]);
