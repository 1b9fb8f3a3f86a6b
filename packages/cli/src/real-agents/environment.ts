import { dirname } from "node:path";

/** All that a run inherits. The folders of packages that pnpm puts first on the PATH are not in it. */
export function plainEnvironment(home: string): { readonly PATH: string; readonly HOME: string } {
  return { PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"), HOME: home };
}
