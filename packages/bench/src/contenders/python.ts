import { spawnSync } from "node:child_process";

interface Python {
  /** The interpreter itself: the first `python3` on the PATH may be a script that looks for it at every start. */
  readonly path: string;
  readonly version: string;
}

/** The `python3` on the PATH, or `undefined`. */
export const python: Python | undefined = findPython();

function findPython(): Python | undefined {
  const script = "import platform, sys; print(sys.executable); print(platform.python_version())";
  const { status, stdout } = spawnSync("python3", ["-c", script], { encoding: "utf8" });
  const [path = "", version = ""] = status === 0 ? stdout.split("\n") : [];
  return path === "" ? undefined : { path, version };
}
