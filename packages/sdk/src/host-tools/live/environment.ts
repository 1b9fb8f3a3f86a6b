import { dirname } from "node:path";

/** Returns the entire environment of a run, without the package folders that pnpm puts first on the PATH. */
export function plainEnvironment(home: string): { readonly PATH: string; readonly HOME: string } {
  return { PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"), HOME: home };
}
