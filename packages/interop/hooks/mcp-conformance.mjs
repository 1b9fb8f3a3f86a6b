// The tools that the scenarios of MCP's conformance suite call.
import { setTimeout as wait } from "node:timers/promises";
import { defineHook, defineTool, serve, ToolError } from "@agent-hook/sdk";
import { z } from "zod";

// A transparent pixel, and a WAV file without samples.
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
const image = { type: "image", data: PNG, mimeType: "image/png" };

const tool = (name, run, input = z.object({})) => defineTool({ name, description: `Runs ${name}`, input, run });

await serve(
  defineHook({
    name: "mcp-conformance",
    version: "1.0.0",
    tools: [
      tool("test_simple_text", () => "This is a simple text response for testing."),
      tool("test_image_content", () => ({ forLlm: "", content: [image] })),
      tool("test_audio_content", () => ({
        forLlm: "",
        content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
      })),
      tool("test_embedded_resource", () => {
        const text = "This is an embedded resource content.";
        const resource = { uri: "test://embedded-resource", mimeType: "text/plain", text };
        return { forLlm: "", content: [{ type: "resource", resource }] };
      }),
      tool("test_multiple_content_types", () => {
        const text = JSON.stringify({ test: "data", value: 123 });
        const resource = { uri: "test://mixed-content-resource", mimeType: "application/json", text };
        return { forLlm: "Multiple content types test:", content: [image, { type: "resource", resource }] };
      }),
      tool("test_error_handling", () => {
        throw new ToolError("This tool intentionally returns an error for testing");
      }),
      tool("test_tool_with_progress", async (_args, { progress }) => {
        progress(0, 100);
        await wait(50);
        progress(50, 100);
        await wait(50);
        progress(100, 100);
        await wait(50);
        return "done";
      }),
      tool(
        "json_schema_2020_12_tool",
        () => "done",
        z.strictObject({
          name: z.string().optional(),
          address: z
            .object({ street: z.string().optional(), city: z.string().optional() })
            .meta({ id: "address" })
            .optional(),
        }),
      ),
    ],
  }),
);
