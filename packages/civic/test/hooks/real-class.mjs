// A hook of Civic's own class, as its author wrote it, on our server.
import { serveCivic } from "@agent-hook/civic";
import { AbstractHook } from "@civic/hook-common";

class Redacts extends AbstractHook {
  get name() {
    return "redacts";
  }

  async processCallToolRequest(request) {
    if (request.params.name === "transfer") throw new Error("no transfers");
    return { resultType: "continue", request };
  }

  async processCallToolResult(response) {
    const content = response.content.map((block) =>
      block.type === "text" ? { ...block, text: block.text.replace(/\d{4}/g, "****") } : block,
    );
    return { resultType: "continue", response: { ...response, content } };
  }
}

const server = await serveCivic(new Redacts(), { port: 0 });
console.log(`serves ${server.url}`);
