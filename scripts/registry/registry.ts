import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";

/** A package as the registry serves it. */
interface PublishedPackage {
  readonly file: string;
  readonly bytes: Buffer;
  readonly manifest: { readonly name: string; readonly version: string };
}

/**
 * An npm registry on loopback with our tarballs. It redirects all other requests to the registry that npm is configured
 * for.
 */
export class Registry {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** Starts the registry. Rejects if the port is taken. 0 selects a free port. */
  static async serve(tarballs: readonly string[], port = 0): Promise<Registry> {
    const packages = new Map(tarballs.map(publish).map((one) => [one.manifest.name, one]));
    const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim().replace(/\/$/, "");
    const server = createServer((request, response) => {
      const path = decoded(request.url ?? "/");
      if (path === undefined) {
        response.writeHead(400).end("expected a path in percent-encoding\n");
        return;
      }
      const requested = packages.get(path.slice(1));
      const packed = [...packages.values()].find(({ file }) => path === `/-/${file}`);
      if (packed !== undefined) response.end(packed.bytes);
      else if (requested !== undefined) sendPackument(response, requested, `http://${request.headers.host}`);
      else response.writeHead(302, { location: `${upstream}${request.url}` }).end();
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return new Registry(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Returns the decoded path, or `undefined` if its percent-encoding is invalid. */
function decoded(url: string): string | undefined {
  try {
    return decodeURIComponent(url);
  } catch {
    return undefined;
  }
}

function publish(tarball: string): PublishedPackage {
  const manifest = execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" });
  return { file: basename(tarball), bytes: readFileSync(tarball), manifest: JSON.parse(manifest) };
}

function sendPackument(response: ServerResponse, { file, bytes, manifest }: PublishedPackage, base: string): void {
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const { name, version } = manifest;
  const dist = { tarball: `${base}/-/${file}`, integrity };
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({ name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } }),
  );
}
