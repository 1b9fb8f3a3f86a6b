import type { Program } from "../run/shell.js";
import { builtins } from "./builtins.js";
import { codePrograms } from "./code.js";
import { containers } from "./containers.js";
import { disks } from "./disks.js";
import { editors } from "./editors.js";
import { extractors } from "./extractors.js";
import { files } from "./files.js";
import { find } from "./find.js";
import { git } from "./git/index.js";
import { manyTimes } from "./many-times.js";
import { network } from "./network.js";
import { outputs } from "./outputs.js";
import { patch } from "./patch.js";
import { permissions } from "./permissions.js";
import { powershellPrograms } from "./powershell.js";
import { remove } from "./remove.js";
import { services } from "./services.js";
import { sockets } from "./sockets.js";
import { transfers } from "./transfers.js";
import { wrappers } from "./wrappers.js";

/** The programs whose effects are known, by name. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  [
    builtins,
    codePrograms,
    containers,
    disks,
    editors,
    extractors,
    files,
    find,
    git,
    manyTimes,
    network,
    outputs,
    patch,
    permissions,
    powershellPrograms,
    remove,
    services,
    sockets,
    transfers,
    wrappers,
  ].flatMap((programs) => Object.entries(programs)),
);
