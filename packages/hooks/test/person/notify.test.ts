import { ask, defineHook } from "@agent-hook/sdk";
import { expect, it } from "vitest";
import { askPerson } from "../../src/index.js";
import { localServer } from "../local-server.js";
import { Machine } from "./one-shot.js";

const asks = defineHook({
  name: "careful",
  approveTool: () => ask("sends <b>sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD</b> \u202Ehidden"),
});

it("notifies once per question, in the forms of ntfy and of Slack, without arguments and secrets", async () => {
  const server = await localServer((response) => void response.end("ok"));
  const notify = [
    { ntfy: `${server.url}/my-topic`, headers: { authorization: "Bearer t" }, allowPrivate: true },
    { slack: `${server.url}/services/T/B/x`, allowPrivate: true },
  ];
  const machine = new Machine(askPerson(asks, { waitMs: 0, notify }));
  await machine.call({ command: "curl secret-argument" });
  await machine.call({ command: "curl secret-argument" });
  const { id } = await machine.question();
  expect(server.requests).toHaveLength(2);
  const [ntfy, slack] = [...server.requests].sort(({ path: a = "" }, { path: b = "" }) => (a < b ? -1 : 1));
  expect(ntfy).toMatchObject({
    path: "/",
    headers: { authorization: "Bearer t" },
    body: { topic: "my-topic", title: "codex needs a person: Bash", priority: 4, tags: ["question"] },
  });
  expect(JSON.stringify(ntfy?.body)).toContain(`npx agent-hook approve ${id}`);
  expect(slack).toMatchObject({ path: "/services/T/B/x", body: { blocks: [{ text: { type: "plain_text" } }] } });
  expect(slack).toMatchObject({ body: { text: expect.stringContaining("&lt;b&gt;") } });
  const sent = JSON.stringify(server.requests);
  for (const absent of ["secret-argument", "sk-proj-abc", "\u202E"]) expect(sent).not.toContain(absent);
});

it("says in the log what went wrong, and the call still waits for the person", async () => {
  const machine = new Machine(askPerson(asks, { notify: [{ ntfy: "https://127.0.0.1/topic" }] }));
  const call = machine.call({ command: "make" });
  await machine.answer("allow");
  expect(await call).toEqual({});
  expect(machine.log.join("")).toMatch(/could not be notified: notify\[0\]: expected a host on the Internet/);
});
