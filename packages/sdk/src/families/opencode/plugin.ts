import type { Frame } from "../../host-tools/framed-json.js";
import type { Program } from "./program.js";

/**
 * Returns the plugin that `agent-hook config` writes, around the JSON with its hooks. It is one file that imports
 * nothing from npm, so that no part of it can be missing: the agent goes on without a plugin that it cannot load. Its
 * functions run in the agent's own process, so they only start processes. Arguments and results are changed in place:
 * the agent ignores other objects (observed).
 */
export const frameOf = ({ name, title, mark }: Program): Frame => ({
  before: `// agent-hook wrote this plugin for ${title}. It starts the hooks below, each in a process of its own, and does what they
// answer. Unless it gets a whole, valid answer in time, it throws: the call is denied, or its result withheld. Change it
// with agent-hook config ${name}: agent-hook doctor ${name} reports a plugin with other code.
import { spawn } from "node:child_process";
import { basename, dirname } from "node:path";

const CONFIG = `,
  after: String.raw`;

const FAILED = "denied: the hook failed";
const KINDS = {
  decision: (value) => value === "deny" || value === "abort",
  reason: (value) => typeof value === "string",
  args: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  output: (value) => typeof value === "string",
  context: (value) => typeof value === "string",
};

// In a project, hooks are found from the folder that contains .${name}, wherever ${title} was started.
const own = dirname(import.meta.dirname);
const env = basename(own) === ".${name}" ? { AGENT_HOOK_PROJECT: dirname(own) } : {};

// Resolves to what the hook printed, or rejects. A process that keeps the hook's output open is not waited for.
function start({ command, timeout = 60 }, payload, cwd) {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, detached: true, stdio: ["pipe", "pipe", "ignore"] };
    const hook = spawn("/bin/sh", ["-c", command], options);
    const chunks = [];
    const limit = setTimeout(() => {
      try {
        process.kill(-hook.pid, "SIGKILL");
      } catch {}
      reject(new Error(FAILED + " (no answer in " + timeout + " s)"));
    }, timeout * 1000);
    const fail = () => reject(new Error(FAILED));
    const end = (code) => (code === 0 ? resolve(Buffer.concat(chunks).toString("utf8")) : fail());
    hook.on("error", fail);
    hook.on("exit", (code) => {
      clearTimeout(limit);
      const grace = setTimeout(() => end(code), 1000);
      hook.on("close", () => {
        clearTimeout(grace);
        end(code);
      });
    });
    hook.stdout.on("data", (chunk) => chunks.push(chunk));
    hook.stdin.on("error", () => {});
    hook.stdin.end(JSON.stringify(payload));
  });
}

function parse(text) {
  if (text.trim() === "") return {};
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {}
  const valid =
    KINDS.args(answer) && Object.entries(answer).every(([key, value]) => Object.hasOwn(KINDS, key) && KINDS[key](value));
  if (!valid) throw new Error(FAILED + " (no valid answer)");
  return answer;
}

// A matcher that cannot be read selects every tool.
function selects(matcher, tool) {
  if (matcher === undefined || tool === undefined) return true;
  try {
    return new RegExp(matcher).test(tool);
  } catch {
    return true;
  }
}

export const AgentHook = async ({ client, directory }) => {
  const observers = new Set();
  let servers = [];

  // Asks the hooks of an event one after the other, so that each sees what the one before it changed.
  async function ask(event, sessionID, fields, apply) {
    for (const hook of CONFIG.hooks?.[event] ?? []) {
      const { tool_name: tool, ...others } = fields();
      if (!selects(hook.matcher, tool)) continue;
      const common = { hook_event_name: event, session_id: sessionID, cwd: directory, ${mark === undefined ? "" : `host: "${mark}", `}timestamp: new Date().toISOString() };
      const payload = { ...common, ...(tool === undefined ? {} : { tool_name: tool }), ...others };
      const answer = parse(await start(hook, payload, directory));
      if (answer.decision === "abort") await client.session.abort({ path: { id: sessionID } }).catch(() => {});
      if (answer.decision !== undefined) throw new Error(answer.reason || "denied");
      apply(answer);
    }
  }

  function call({ tool, callID }, args) {
    const server = servers.find((name) => tool.startsWith(name.replace(/[^a-zA-Z0-9_-]/g, "_") + "_"));
    return { tool_name: tool, tool_input: args ?? {}, tool_use_id: callID, ...(server && { mcp_server: server }) };
  }

  return {
    config: (config) => {
      servers = Object.keys(config.mcp ?? {}).sort((one, other) => other.length - one.length);
    },
    "tool.execute.before": (input, output) =>
      ask("tool.execute.before", input.sessionID, () => call(input, output.args), ({ args }) => {
        if (args === undefined) return;
        for (const name of Object.keys(output.args)) delete output.args[name];
        Object.assign(output.args, args);
      }),
    "tool.execute.after": (input, output) =>
      ask("tool.execute.after", input.sessionID, () => ({ ...call(input, input.args), tool_response: output }), (answer) => {
        if (answer.output !== undefined) replaceText(output, answer.output);
        if (answer.context === undefined) return;
        if (Array.isArray(output.content)) output.content.push({ type: "text", text: answer.context });
        else output.output += "\n\n" + answer.context;
      }),
    "chat.message": async (input, { message, parts }) => {
      for (const { args, texts } of filesIn(parts)) {
        const file = { tool: "read", callID: message.id };
        await ask("tool.execute.before", input.sessionID, () => call(file, args), ({ args: others }) => {
          if (others !== undefined) throw new Error(FAILED + " (it changed which file a prompt names)");
        });
        const response = () => ({ output: texts.map(({ text }) => text).join("\n") });
        await ask("tool.execute.after", input.sessionID, () => ({ ...call(file, args), tool_response: response() }), (answer) => {
          const [first] = texts;
          if (first === undefined) return;
          if (answer.output !== undefined) {
            for (const other of texts.splice(1)) parts.splice(parts.indexOf(other), 1);
            first.text = answer.output;
          }
          if (answer.context !== undefined) first.text += "\n\n" + answer.context;
        });
      }
      const texts = parts.filter(({ type, synthetic }) => type === "text" && !synthetic);
      const prompt = texts.map(({ text }) => text).join("\n");
      const fields = { prompt, ...(input.agent && { agent: input.agent }) };
      return ask("chat.message", input.sessionID, () => fields, ({ context: text }) => {
        if (text === undefined) return;
        // ${title} sorts the parts of a message by their ids.
        const id = (parts.at(-1)?.id ?? "prt_") + "1";
        parts.push({ id, messageID: message.id, sessionID: message.sessionID, type: "text", text, synthetic: true });
      });
    },
    // ${title} does not wait for these hooks, and ignores what they answer.
    event: ({ event: { type, properties } }) => {
      if (CONFIG.hooks?.[type] === undefined) return;
      const session = properties?.sessionID ?? "";
      const observer = ask(type, session, () => ({ properties }), () => {}).catch(() => {});
      observers.add(observer.finally(() => observers.delete(observer)));
    },
    dispose: () => Promise.all(observers),
  };
};

// ${title} itself reads the files that a prompt names with @, before it calls a plugin. The model can write such a prompt,
// for a sub-agent. Returns the arguments of each read, and the parts with its text.
function filesIn(parts) {
  const start = "Called the Read tool with the following input: ";
  const files = [];
  let file;
  for (const part of parts) {
    if (part.type !== "text" || !part.synthetic) file = undefined;
    else if (!part.text.startsWith(start)) file?.texts.push(part);
    else files.push((file = { args: JSON.parse(part.text.slice(start.length)), texts: [] }));
  }
  return files;
}

// What the user sees is not the model's, but it can show the text that was replaced.
function replaceText(output, text) {
  if (Array.isArray(output.content)) {
    const media = output.content.filter(({ type }) => type === "image" || type === "audio");
    output.content = [{ type: "text", text }, ...media];
    delete output.structuredContent;
    return;
  }
  output.output = text;
  const shown = Object.entries(output.metadata ?? {}).filter(([, value]) => /number|boolean/.test(typeof value));
  output.metadata = Object.fromEntries(shown);
}
`,
});
