import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { folder, program } from "./config-folder.js";

/** Puts a `claude` on the PATH that prints this as its version, as the only agent. */
export function installClaude(printed: string): void {
  const bin = folder();
  for (const shell of ["bash", "sh"]) symlinkSync(`/bin/${shell}`, join(bin, shell));
  program(join(bin, "claude"), `#!/bin/sh\necho '${printed}'\n`);
  vi.stubEnv("PATH", bin);
}
