import type { IncomingMessage } from "node:http";

/**
 * Returns why a request is refused, or `undefined`. A page of another site can make the browser send requests to this
 * machine, so each request must name this server:
 *
 * - `Host` is checked because another site's name can be made to lead here (DNS rebinding), and because browsers connect
 *   to this machine for 0.0.0.0, too.
 * - `Origin` and `Sec-Fetch-Site` are checked because any site can send a request here. Only a link may lead from elsewhere,
 *   for example from a terminal in the browser: it opens the page, which shows nothing without a key.
 */
export function whyRefused({ headers, method, url, rawHeaders }: IncomingMessage, port: number): string | undefined {
  const host = `127.0.0.1:${port}`;
  if (headers.host !== host || timesIn(rawHeaders, "host") !== 1) return `expected the Host ${host}`;
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) return "expected a request from this page";
  if (method === "POST" && origin === undefined) return "expected an Origin";
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  const isLink = method === "GET" && url === "/" && headers["sec-fetch-mode"] === "navigate";
  return isLink && headers["sec-fetch-dest"] === "document" ? undefined : "expected a request from this page";
}

/** Node keeps only the first of two Host headers. */
function timesIn(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length;
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text can become HTML or script, even by a mistake in the page.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** The headers of every answer. There is none that lets another site read it. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};
