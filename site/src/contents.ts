/** A group of the sidebar. */
export interface Section {
  readonly title: string;
  /** Pages in reading order: the file below `docs` without `.md`, and the text of the link. */
  readonly pages: Readonly<Record<string, string>>;
  /** A folder below `docs`. Its pages follow with their own titles: `index`, then the others in the order of its links. */
  readonly folder?: string;
}

/**
 * Every page of `docs`, in the order in which a person learns. `npm run check-docs` fails if a page is missing here or
 * a page that is listed does not exist. The reference and the link to CONTRIBUTING.md are added by the site.
 */
export const contents: readonly Section[] = [
  {
    title: "Start",
    pages: {
      index: "What it is",
      "first-hook": "Your first hook",
      "policy-file": "Protect an agent without code",
    },
  },
  { title: "Recipes", pages: {}, folder: "recipes" },
  {
    title: "Ready-made hooks",
    pages: {
      "guard-shell": "Dangerous commands",
      "redact-secrets": "Redact secrets",
      "protect-files": "Protect files",
      "scan-results": "Scan results",
      snapshot: "Undo what an agent did",
      judge: "A model decides",
      budget: "Budgets",
      "max-iterations": "Long turns",
      "break-loops": "Loops",
      "rate-limit": "Rate limits",
      "cache-results": "Answers from a cache",
      "context-and-results": "Context and results",
      "ask-person": "Ask a person",
      exams: "Exams",
    },
  },
  {
    title: "Write a hook",
    pages: {
      authoring: "Writing a hook",
      events: "Events",
      store: "Remember values",
      agents: "Hooks in your own agent",
      frameworks: "Frameworks",
      "moving-a-civic-hook": "Moving a Civic hook",
    },
  },
  {
    title: "Agents",
    pages: {
      hosts: "How hooks behave on each agent",
      "claude-code": "Claude Code",
      codex: "Codex",
      gemini: "Gemini CLI",
      copilot: "Copilot CLI",
      qwen: "Qwen Code",
      droid: "Droid",
      kimi: "Kimi Code",
      cline: "Cline",
      opencode: "opencode",
      kilo: "Kilo",
      picoclaw: "PicoClaw",
      "docker-agent": "docker-agent",
      goose: "Goose",
      cursor: "Cursor",
      mcp: "MCP clients",
      "mcp-gateway": "Docker MCP gateway",
      civic: "Civic's MCP proxy",
    },
  },
  {
    title: "When it fails",
    pages: {
      "decision-log": "What hooks decided",
      ui: "Watch agents live",
      telemetry: "OpenTelemetry",
      failure: "When a hook fails",
      reliability: "Reliability",
      runtimes: "TypeScript, Bun and Deno",
      systems: "Windows and macOS",
      security: "Security",
    },
  },
  {
    title: "Tooling",
    pages: {
      commands: "Commands",
      config: "Configuration",
      testing: "Testing a hook",
      build: "Building a hook",
      audit: "What a policy would have denied",
      performance: "Performance",
    },
  },
  { title: "Contribute", pages: { "adding-a-host": "Adding a host" } },
];
