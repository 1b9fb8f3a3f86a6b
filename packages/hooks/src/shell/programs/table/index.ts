import { clouds } from "./clouds.js";
import { clusters } from "./clusters.js";
import { databases } from "./databases.js";
import { forges } from "./forges.js";
import { machine } from "./machine.js";
import type { Row } from "./row.js";
import { secretStores } from "./secret-stores.js";
import { wrappers } from "./wrappers.js";

/** What is known about programs as data, by their names. */
export const TABLE: ReadonlyMap<string, Row> = new Map(
  [clouds, clusters, databases, forges, machine, secretStores, wrappers].flatMap((rows) => Object.entries(rows)),
);
