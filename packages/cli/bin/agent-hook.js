#!/usr/bin/env node
// Not in dist: package managers link a bin when they install, before anything is built.
import { run } from "../dist/run.js";

process.exitCode = await run(process.argv.slice(2));
