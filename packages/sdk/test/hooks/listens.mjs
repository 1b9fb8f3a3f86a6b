// During a call, prints the process's open resources and, if /proc exists, the number of its listening sockets.
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { approve, defineHook, defineTool, serve } from "@agent-hook/sdk";
import { z } from "zod";

const PROC = "/proc/self";

function listening() {
  const own = readdirSync(`${PROC}/fd`).flatMap((fd) => {
    // The descriptor of the folder itself is already closed.
    return existsSync(`${PROC}/fd/${fd}`)
      ? (/^socket:\[(\d+)\]$/.exec(readlinkSync(`${PROC}/fd/${fd}`))?.[1] ?? [])
      : [];
  });
  const columns = (name) =>
    readFileSync(`${PROC}/net/${name}`, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/));
  // LISTEN is 0A. The flag SO_ACCEPTCON of a Unix socket is 00010000.
  const ports = ["tcp", "tcp6"].flatMap(columns).flatMap((column) => (column[3] === "0A" ? [column[9]] : []));
  const others = columns("unix").flatMap((column) => (column[3] === "00010000" ? [column[6]] : []));
  return [...ports, ...others].filter((inode) => own.includes(inode)).length;
}

if (process.env.LISTENS) await new Promise((resolve) => createServer().listen(0, "127.0.0.1", resolve));

const say = () => {
  const sockets = existsSync(`${PROC}/net/tcp`) ? listening() : undefined;
  console.error(`open: ${JSON.stringify({ resources: process.getActiveResourcesInfo(), sockets })}`);
};

await serve(
  defineHook({
    name: "listens",
    onFailure: "block",
    tools: [
      defineTool({
        name: "look",
        description: "",
        input: z.object({}),
        run: () => {
          say();
          return "looked";
        },
      }),
    ],
    approveTool() {
      say();
      return approve();
    },
  }),
);
