import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Registry } from "../../../../scripts/registry/registry.js";

/** Sends the raw lines of a request and returns the first line of the registry's response. */
function answerTo(url: string, ...lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.end([...lines, "", ""].join("\r\n")));
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    socket.once("error", reject).once("close", () => resolve(text.split("\r\n")[0] ?? ""));
  });
}

test("the registry script survives a path with invalid percent-encoding", async () => {
  const registry = await Registry.serve([]);
  onTestFinished(() => registry.close());
  const host = "host: x";
  for (const path of ["/%", "/%zz", "/%c0%80", "/a%2"]) {
    expect(await answerTo(registry.url, `GET ${path} HTTP/1.1`, host, "connection: close")).toMatch(/^HTTP\/1\.1 400 /);
  }
  for (const path of ["/a%2fb", "//", "/\u00ff", "http://other/x"]) {
    expect(await answerTo(registry.url, `GET ${path} HTTP/1.0`)).toMatch(/^HTTP\/1\.1 (302|400) /);
  }
});
