import { describe, expect, it } from "vitest";
import { EVENT_KINDS, event, RUNTIME_EVENT_KINDS, runtimeEvent } from "../../src/protocol/index.js";
import { recordings } from "./recordings.js";

describe("hook.event", () => {
  it("accepts its kind as the wire's integer and as the name in PicoClaw's documentation", () => {
    expect(event.params.parse({ Kind: 8 }).Kind).toBe(8);
    expect(event.params.parse({ Kind: "tool_exec_start" }).Kind).toBe("tool_exec_start");
  });

  it("maps each recorded kind to the name that fits its payload", () => {
    const keys = new Map<string, string[]>();
    for (const { method, body } of recordings) {
      if (method !== "hook.event") continue;
      const { Kind, Payload } = event.params.parse(body);
      keys.set(EVENT_KINDS[Number(Kind)] ?? "unknown", Object.keys(Payload ?? {}));
    }
    expect(keys.get("turn_start")).toContain("UserMessage");
    expect(keys.get("turn_end")).toContain("FinalContentLen");
    expect(keys.get("llm_request")).toContain("MessagesCount");
    expect(keys.get("llm_response")).toContain("HasReasoning");
    expect(keys.get("tool_exec_start")).toEqual(["Tool", "Arguments"]);
    expect(keys.get("tool_exec_end")).toContain("ForLLMLen");
    expect(keys.get("tool_exec_skipped")).toEqual(["Tool", "Reason"]);
    expect(keys.get("subturn_spawn")).toContain("Label");
    expect(keys.get("subturn_end")).toEqual(["AgentID", "Status"]);
    expect(keys.get("error")).toEqual(["Stage", "Message"]);
    expect(keys.size).toBe(10);
  });

  it("has 19 kinds", () => {
    expect(new Set(EVENT_KINDS).size).toBe(19);
    expect(EVENT_KINDS[18]).toBe("error");
  });
});

describe("hook.runtime_event", () => {
  it("knows every recorded kind", () => {
    const recorded = recordings.filter(({ method }) => method === "hook.runtime_event");
    const kinds = new Set(recorded.map(({ body }) => runtimeEvent.params.parse(body).kind));
    for (const kind of kinds) expect(RUNTIME_EVENT_KINDS).toContain(kind);
    expect(kinds.size).toBe(9);
  });

  it("accepts an unknown kind", () => {
    expect(runtimeEvent.params.safeParse({ kind: "agent.novel" }).success).toBe(true);
  });

  it("begins with the 19 kinds of hook.event, in their order", () => {
    const names = RUNTIME_EVENT_KINDS.slice(0, 19).map((kind) => kind.replace("agent.", "").replaceAll(".", "_"));
    expect(names).toEqual([...EVENT_KINDS]);
    expect(new Set(RUNTIME_EVENT_KINDS).size).toBe(RUNTIME_EVENT_KINDS.length);
  });
});
