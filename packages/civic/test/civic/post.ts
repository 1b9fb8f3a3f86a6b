import { type Reply, send } from "../server/http.js";

/** Calls a hook's method as tRPC's client does for a single call. */
export function post(
  url: string,
  method: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { port, pathname } = new URL(url);
  const path = `${pathname.replace(/\/$/, "")}/${method}`;
  return send(Number(port), path, { headers, body: JSON.stringify({ json: input }) });
}
