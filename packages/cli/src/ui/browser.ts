import { spawn } from "node:child_process";

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  // The empty text is the title of the window.
  win32: ["cmd", "/c", "start", ""],
};

/**
 * Opens a link in the user's browser. Other programs of this user can read the link in the list of processes, so it works
 * only once.
 */
export function openBrowser(link: string, onFailure: () => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, link], { stdio: "ignore", detached: true });
  child.once("error", onFailure);
  child.once("exit", (code) => {
    if (code !== 0) onFailure();
  });
  child.unref();
}

/** Whether the user's browser is probably on another machine. */
export function needsForwarding(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env.SSH_CONNECTION !== undefined) return true;
  return platform === "linux" && env.DISPLAY === undefined && env.WAYLAND_DISPLAY === undefined;
}
