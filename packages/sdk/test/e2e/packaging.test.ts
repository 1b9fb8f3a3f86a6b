import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandHosts, commandSchemaFiles } from "../../../../scripts/generate-schemas.js";
import { SDK } from "../../src/sdk-version.js";
import { compile, runInNode } from "../packaging/consumer.js";
import {
  attw,
  bytesIn,
  filesIn,
  install,
  PACKAGES,
  type PackageName,
  pack,
  packageJson,
  root,
  type Tarballs,
} from "../packaging/pack.js";
import { anysIn, namespacesOf, publicNames } from "../packaging/public-types.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-hook-packed-")));
let tarballs: Tarballs;
let project: string;
let attwMessages: Readonly<Record<string, string>>;

beforeAll(async () => {
  tarballs = await pack(folder);
  const checked = PACKAGES.map(async (name) => [name, await attw(tarballs[name])] as const);
  project = await install(tarballs, folder);
  attwMessages = Object.fromEntries(await Promise.all(checked));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

const installed = (name: string) => join(project, "node_modules", name);
const ours = (name: PackageName) => installed(`@agent-hook/${name}`);

it("the SDK's name and version are those of its package", () => {
  const { name, version } = packageJson(join(root, "packages/sdk"));
  expect(SDK).toEqual({ name, version });
});

describe.each(PACKAGES)("the tarball of %s", (name) => {
  const files = () => filesIn(ours(name));

  it("passes publint, suggestions included", async () => {
    const tarball = new Uint8Array(readFileSync(tarballs[name])).buffer;
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg as never))).toEqual([]);
  });

  it("passes attw", () => expect(attwMessages[name]).toBe(""));

  it("names its repository, folder, issues and keywords", () => {
    const { repository, bugs, homepage, keywords, sideEffects } = packageJson(ours(name));
    expect(repository?.url).toMatch(/^git\+https:.*\.git$/);
    expect(packageJson(join(root, repository?.directory ?? "")).name).toBe(`@agent-hook/${name}`);
    expect({ bugs, homepage }).toEqual({
      bugs: expect.stringMatching(/\/issues$/),
      homepage: expect.stringContaining(`/${repository?.directory}#readme`),
    });
    expect(keywords).toContain("agent");
    expect(sideEffects).toBeDefined();
  });

  it("contains a licence", () => expect(files()).toContain("LICENSE"));

  it("contains a readme", () => expect(files()).toContain("README.md"));

  it("contains the current build, and no files of an older one", () => {
    const shipped = files().filter((file) => file.startsWith("dist/") && !file.startsWith("dist/chunks/"));
    expect(shipped, "if there are more: remove dist and tsconfig.tsbuildinfo, then build").toEqual(builtFiles(name));
  });

  it("contains nothing else except the JSON Schemas and the notices of bundled packages", () => {
    const others = files().filter((file) => !/^(LICENSE|README\.md|package\.json|dist\/.*)$/.test(file));
    expect(others).toEqual(
      {
        protocol: SCHEMAS,
        sdk: ["THIRD_PARTY_NOTICES.md", "launcher/ask.pl", "launcher/guard.mjs", "launcher/guard.sh", ...EVENT_SCHEMAS],
        host: [],
        civic: [],
        testing: [],
        hooks: ["schemas/policy.schema.json"],
        frameworks: [],
        telemetry: ["dashboard.json"],
      }[name],
    );
  });

  it("depends on exact versions of a fixed list of packages", () => {
    const { dependencies = {} } = packageJson(ours(name));
    const known = {
      protocol: ["zod"],
      sdk: ["zod"],
      host: ["@agent-hook/protocol", "@agent-hook/sdk", "zod"],
      civic: ["@agent-hook/protocol", "@agent-hook/sdk", "zod"],
      testing: ["@agent-hook/host", "@agent-hook/protocol", "@agent-hook/sdk", "re2js"],
      hooks: ["@agent-hook/sdk", "unbash", "yaml", "zod"],
      frameworks: ["@agent-hook/sdk"],
      telemetry: ["@agent-hook/sdk", ...OPENTELEMETRY, "proper-lockfile"],
    };
    expect(Object.keys(dependencies).sort()).toEqual(known[name]);
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("imports only its dependencies, also in its users' declarations", () => {
    const used = [...files().filter((file) => file.endsWith(".js")), ...loadedDeclarations(ours(name))]
      .flatMap((file) => importsOf(join(ours(name), file)))
      .map((specifier) => specifier.match(/^(@[^/]+\/[^/]+|[^./][^/]*)/)?.[0])
      .filter((specifier) => specifier !== undefined)
      .filter((specifier) => !isBuiltin(specifier));
    const { dependencies = {}, peerDependencies = {} } = packageJson(ours(name));
    expect([...new Set(used)].filter((specifier) => !Object.hasOwn(peerDependencies, specifier)).sort()).toEqual(
      Object.keys(dependencies).sort(),
    );
  });
});

const OPENTELEMETRY = [
  "api",
  "core",
  "exporter-metrics-otlp-http",
  "exporter-metrics-otlp-proto",
  "exporter-trace-otlp-http",
  "exporter-trace-otlp-proto",
  "resources",
  "sdk-metrics",
  "sdk-trace",
].map((name) => `@opentelemetry/${name}`);

/** Returns the declarations of the entry points, and those that they import. */
function loadedDeclarations(folder: string): Set<string> {
  const patterns = Object.values(packageJson(folder).exports).flatMap((entry) =>
    typeof entry === "object" && entry !== null && "types" in entry ? [String(entry.types).slice("./".length)] : [],
  );
  const [declarations, loaded] = [filesIn(folder).filter((file) => file.endsWith(".d.ts")), new Set<string>()];
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const relative = importsOf(join(folder, file)).filter((specifier) => specifier.startsWith("."));
    for (const specifier of relative) load(join(file, "..", specifier).replace(/\.js$/, ".d.ts"));
  };
  for (const pattern of patterns) {
    const [start = "", end = ""] = pattern.split("*");
    const isEntry = (file: string) =>
      pattern.includes("*") ? file.startsWith(start) && file.endsWith(end) : file === pattern;
    declarations.filter(isEntry).map(load);
  }
  return loaded;
}

function importsOf(path: string): string[] {
  return ts.preProcessFile(readFileSync(path, "utf8")).importedFiles.map(({ fileName }) => fileName);
}

const SDK_ENTRIES = [
  "hosts/live-agents",
  "hosts/host-lists",
  "hosts/simulations",
  "index",
  ...filesIn(join(root, "packages/sdk/src"))
    .filter((file) => /^hosts\/[^/]+\/native\.ts$/.test(file))
    .map((file) => file.replace(/\.ts$/, "")),
  "hosts/installs",
  "hosts/sessions",
  "hosts/usage",
  "launcher/index",
  "questions/index",
  "record/index",
  "redaction/index",
  "runtime/state-folder",
  "serve/adapter",
  "serve/hosts",
  "serve/in-process",
  "transcript/index",
  "wire/index",
];

/** Returns the files of a build. The SDK is bundled into its entry points and the declarations that they use. */
function builtFiles(name: PackageName): string[] {
  const sources = filesIn(join(root, "packages", name, "src")).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const modules = sources.map((file) => file.replace(/\.ts$/, ""));
  const built = name === "sdk" ? SDK_ENTRIES : modules;
  return [...modules.map((file) => `dist/${file}.d.ts`), ...built.map((file) => `dist/${file}.js`)].sort();
}

it("the notices name the version of the bundled package", () => {
  const { version } = packageJson(join(root, "packages/sdk/node_modules/vscode-jsonrpc"));
  expect(readFileSync(join(ours("sdk"), "THIRD_PARTY_NOTICES.md"), "utf8")).toContain(`vscode-jsonrpc ${version}`);
});

const SCHEMAS = [
  "after_llm",
  "after_tool",
  "approve_tool",
  "before_llm",
  "before_tool",
  "event",
  "hello",
  "runtime_event",
]
  .flatMap((name) => (name.endsWith("event") ? [`${name}.params`] : [`${name}.params`, `${name}.result`]))
  .concat("transcript")
  .map((name) => `schemas/${name}.json`);

const EVENT_SCHEMAS = Object.entries(commandHosts)
  .flatMap(([host, schemas]) => [...commandSchemaFiles(schemas).keys()].map((file) => `schemas/${host}/${file}`))
  .sort();

it("the SDK installs at most 8 packages with at most 25 MB in total", () => {
  const packages = withDependencies("@agent-hook/sdk");
  expect(packages).toEqual(["@agent-hook/sdk", "zod"]);
  const megabytes = packages.reduce((sum, name) => sum + bytesIn(installed(name)), 0) / 1e6;
  expect(megabytes).toBeLessThan(25);
});

function withDependencies(name: string): string[] {
  const needed = Object.keys(packageJson(installed(name)).dependencies ?? {});
  return [...new Set([name, ...needed.flatMap(withDependencies)])].sort();
}

describe("a project that installed the packages", () => {
  let node: ReturnType<typeof compile>;

  it("compiles for Node without an error, including the packages' declarations", () => {
    node = compile(project, ["hook.ts", "agent.ts", "launcher.ts", "entries.ts"], {
      module: ts.ModuleKind.NodeNext,
      lib: ["lib.es2023.d.ts"],
      types: ["node"],
    });
    expect(node.errors).toBe("");
  });

  it("compiles a hook for a bundler, with the DOM's types and without Node's", () => {
    const { errors } = compile(project, ["hook.ts"], {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
      types: [],
    });
    expect(errors).toBe("");
  });

  it("declares its hooks by their settings", () => {
    expect(readFileSync(join(project, "hook.d.ts"), "utf8")).toMatchInlineSnapshot(`
      "export declare const tool: import("@agent-hook/sdk").Tool<{
          city: string;
      }>;
      export declare const hook: import("@agent-hook/sdk").Hook<{
          BANNED: string;
      }>;
      export declare const house: import("@agent-hook/sdk").Hook<{
          BANNED: string;
      }>;
      export declare const native: import("@agent-hook/sdk").Hook<{
          BANNED: string;
      }>;
      "
    `);
  });

  it("finds the same names at run time, and each JSON Schema", async () => {
    const exported = await runInNode(project, "entries.js");
    const modules = namespacesOf(node.program, join(project, "entries.ts"));
    for (const [name, module] of modules) expect(exported[name]).toEqual(publicNames(node.program, module).values);
    expect(exported.schemas).toEqual(SCHEMAS);
    expect(exported.eventSchemas).toEqual(EVENT_SCHEMAS);
  });

  it("finds the launcher, and a shell can read it", async () => {
    expect(await runInNode(project, "launcher.js")).toEqual({
      path: join(ours("sdk"), "launcher/guard.sh"),
      status: 2,
    });
  });

  it("runs its hook", async () => {
    const manifest = await runInNode(project, "hook.js", "--describe");
    expect(manifest).toMatchObject({ sdk: SDK, name: "house", tools: [{ name: "get_weather" }] });
  });

  describe.each([
    "protocol",
    "sdk",
    "adapter",
    "civic",
    "files",
    "hooks",
    "judge",
    "hosts",
    "launcher",
    "transcript",
    "wire",
    "host",
  ])("the types of %s", (name) => {
    const publicModule = () => namespacesOf(node.program, join(project, "entries.ts")).get(name) as ts.Symbol;

    it("never decay to any", () => expect(anysIn(node.program, publicModule())).toEqual([]));
  });

  it("have these entry points", () => {
    expect(Object.fromEntries(PACKAGES.map((name) => [name, Object.keys(packageJson(ours(name)).exports)]))).toEqual({
      protocol: [".", "./text", "./schemas/*.json", "./package.json"],
      sdk: [
        ".",
        "./in-process",
        "./internal/adapter",
        "./hosts",
        "./internal/live-agents",
        "./internal/simulations",
        "./internal/host-lists",
        "./internal/sessions",
        "./internal/usage",
        "./internal/installs",
        "./internal/wire",
        "./internal/redaction",
        "./internal/questions",
        "./internal/record",
        "./internal/state-folder",
        "./internal/transcript",
        "./*",
        "./schemas/*.json",
        "./launcher",
        "./launcher/guard.sh",
        "./package.json",
      ],
      host: [".", "./internal/process-group", "./package.json"],
      civic: [".", "./package.json"],
      testing: [".", "./internal/*", "./package.json"],
      hooks: [
        ".",
        "./files",
        "./shell",
        "./secrets",
        "./judge",
        "./injection",
        "./snapshot",
        "./policy",
        "./schemas/policy.schema.json",
        "./package.json",
      ],
      frameworks: ["./ai", "./claude-agent-sdk", "./langchain", "./mastra", "./openai-agents", "./package.json"],
      telemetry: ["./main", "./dashboard.json", "./package.json"],
    });
  });

  it("have these names", () => {
    const modules = namespacesOf(node.program, join(project, "entries.ts"));
    const names = (name: string) => publicNames(node.program, modules.get(name) as ts.Symbol);
    expect(names("protocol")).toMatchInlineSnapshot(`
      {
        "types": [
          "Action",
          "AfterLlmParams",
          "AfterLlmResult",
          "AfterToolParams",
          "AfterToolResult",
          "ApproveToolParams",
          "ApproveToolResult",
          "Attachment",
          "BeforeLlmParams",
          "BeforeLlmResult",
          "BeforeToolParams",
          "BeforeToolResult",
          "CallContext",
          "ContextCompressPayload",
          "ErrorPayload",
          "EventKind",
          "EventParams",
          "EventPayloads",
          "FollowUpQueuedPayload",
          "HelloParams",
          "HelloResult",
          "HookMode",
          "InterruptReceivedPayload",
          "Issue",
          "JsonObject",
          "LlmRequestPayload",
          "LlmResponse",
          "LlmResponsePayload",
          "LlmRetryPayload",
          "Message",
          "Meta",
          "MethodName",
          "MethodSpec",
          "PointName",
          "RuntimeEventKind",
          "RuntimeEventParams",
          "SessionSummarizePayload",
          "SteeringInjectedPayload",
          "SubturnEndPayload",
          "SubturnOrphanPayload",
          "SubturnResultDeliveredPayload",
          "SubturnSpawnPayload",
          "SystemPart",
          "ToolCall",
          "ToolDefinition",
          "ToolExecEndPayload",
          "ToolExecSkippedPayload",
          "ToolExecStartPayload",
          "ToolResult",
          "TranscriptEntry",
          "TurnEndPayload",
          "TurnStartPayload",
        ],
        "values": [
          "EVENT_KINDS",
          "HOOK_MODES",
          "HOST_TIMEOUTS_MS",
          "MAX_LINE_BYTES",
          "NEWEST_VERSION",
          "POINTS",
          "PROTOCOL_VERSION",
          "RUNTIME_EVENT_KINDS",
          "afterLlm",
          "afterTool",
          "approveTool",
          "assertKnownKeys",
          "beforeLlm",
          "beforeTool",
          "describeIssues",
          "didYouMean",
          "event",
          "foldAnswerKeys",
          "hello",
          "isBefore",
          "methods",
          "modeOf",
          "parseVersion",
          "pathText",
          "runtimeEvent",
          "stringify",
          "toolResultProblem",
          "transcriptEntry",
          "unknownKeys",
        ],
      }
    `);
    expect(names("sdk")).toMatchInlineSnapshot(`
      {
        "types": [
          "Ability",
          "Abort",
          "AddContext",
          "AfterLlmDecision",
          "AfterToolDecision",
          "AmbientEventKind",
          "ApprovalRequest",
          "Approve",
          "ApproveToolDecision",
          "Approver",
          "Ask",
          "Attachment",
          "BeforeLlmDecision",
          "BeforeToolDecision",
          "CallOrigin",
          "CallSource",
          "Calls",
          "Capability",
          "CivicHandlers",
          "ClaudeCodeHandlers",
          "ClineHandlers",
          "CodexHandlers",
          "Context",
          "CopilotHandlers",
          "CursorHandlers",
          "Deadlines",
          "Decision",
          "DecisionOptions",
          "Decisions",
          "Deny",
          "DockerAgentHandlers",
          "DroidHandlers",
          "EnvOf",
          "EventHandlers",
          "EventKind",
          "EventOf",
          "EventPayloads",
          "FailurePolicy",
          "GeminiHandlers",
          "GooseHandlers",
          "Handler",
          "Hook",
          "HookDefinition",
          "HookEvent",
          "Host",
          "HostCapabilities",
          "KimiHandlers",
          "KnownEvent",
          "LlmCall",
          "LlmOptions",
          "LlmReply",
          "LlmReplyPatch",
          "LlmRequestPatch",
          "Log",
          "McpGatewayHandlers",
          "Message",
          "Modify",
          "ModifyPoint",
          "NamedEventKind",
          "NativeHandlers",
          "OnPromptDecision",
          "OpenEvent",
          "OpencodeHandlers",
          "OptionalDecision",
          "Patches",
          "Point",
          "PromptCall",
          "QwenHandlers",
          "RequestedCall",
          "RequiredDecision",
          "Respond",
          "Schema",
          "SchemaIssue",
          "SchemaResult",
          "Store",
          "StoreErrorCode",
          "StoreKey",
          "StoreKeyOptions",
          "StoreScope",
          "Support",
          "SystemPart",
          "Tool",
          "ToolCall",
          "ToolCallPatch",
          "ToolContent",
          "ToolContext",
          "ToolDefinition",
          "ToolFilter",
          "ToolKind",
          "ToolOutcome",
          "ToolReply",
          "ToolResult",
          "ToolResultPatch",
          "ToolSpec",
          "WindowOptions",
          "WindowUse",
        ],
        "values": [
          "StoreError",
          "ToolError",
          "abortTurn",
          "addContext",
          "approve",
          "ask",
          "commandOf",
          "commandsOf",
          "compose",
          "defineHook",
          "defineTool",
          "deny",
          "forTools",
          "hardAbort",
          "isInside",
          "modify",
          "pathsOf",
          "reject",
          "respond",
          "serve",
          "storeKey",
          "urlsOf",
          "withCommand",
        ],
      }
    `);
    expect(names("adapter")).toMatchInlineSnapshot(`
      {
        "types": [
          "CallAnswer",
          "CallService",
          "Calls",
          "Clock",
          "Decisions",
          "Engine",
          "Family",
          "HookEvent",
          "HookEventCall",
          "InexactJson",
          "ListedTool",
          "LlmInput",
          "LlmReplyInput",
          "LlmTestOutcome",
          "Log",
          "Member",
          "MethodName",
          "NativeTable",
          "Observation",
          "OnAsk",
          "OpenedHook",
          "Outcome",
          "Point",
          "PreparedHook",
          "PromptTestOutcome",
          "SimulatedTestHost",
          "TestDecision",
          "TestHostEnvironment",
          "TestMessage",
          "TestOutcome",
          "TestQuestion",
          "ToolCallOutcome",
          "ToolInput",
          "ToolResultInput",
          "ToolTestOutcome",
        ],
        "values": [
          "Dispatcher",
          "FAMILIES",
          "Failure",
          "METHOD_NAMES",
          "OmittedFields",
          "RAW",
          "Recording",
          "StoreSource",
          "civicCapabilities",
          "configuredStore",
          "copyOf",
          "decidesOnCalls",
          "describedHost",
          "encodeResult",
          "errorResult",
          "inexactJson",
          "inexactProblem",
          "memoryStore",
          "openCallService",
          "openHook",
          "runTool",
          "systemClock",
          "textOfBlocks",
          "toolList",
          "withTextOfBlocks",
        ],
      }
    `);
    expect(names("civic")).toMatchInlineSnapshot(`
      {
        "types": [
          "CallToolErrorHookResult",
          "CallToolRequest",
          "CallToolRequestHookResult",
          "CallToolRequestWithContext",
          "CallToolResponseHookResult",
          "CallToolResult",
          "CivicServer",
          "ContinueAsync",
          "FromCivicOptions",
          "GenericRequestHookResult",
          "GenericResponseHookResult",
          "Hook",
          "HookAbort",
          "InitializeErrorHookResult",
          "InitializeRequest",
          "InitializeRequestHookResult",
          "InitializeRequestWithContext",
          "InitializeResponseHookResult",
          "InitializeResult",
          "InitializeTransportErrorHookResult",
          "ListPromptsErrorHookResult",
          "ListPromptsRequest",
          "ListPromptsRequestHookResult",
          "ListPromptsRequestWithContext",
          "ListPromptsResponseHookResult",
          "ListPromptsResult",
          "ListResourceTemplatesErrorHookResult",
          "ListResourceTemplatesRequest",
          "ListResourceTemplatesRequestHookResult",
          "ListResourceTemplatesRequestWithContext",
          "ListResourceTemplatesResponseHookResult",
          "ListResourceTemplatesResult",
          "ListResourcesErrorHookResult",
          "ListResourcesRequest",
          "ListResourcesRequestHookResult",
          "ListResourcesRequestWithContext",
          "ListResourcesResponseHookResult",
          "ListResourcesResult",
          "ListToolsErrorHookResult",
          "ListToolsRequest",
          "ListToolsRequestHookResult",
          "ListToolsRequestWithContext",
          "ListToolsResponseHookResult",
          "ListToolsResult",
          "ListToolsTransportErrorHookResult",
          "MethodsWithErrorType",
          "MethodsWithRequestType",
          "MethodsWithResponseType",
          "Notification",
          "NotificationErrorHookResult",
          "NotificationHookResult",
          "OtherErrorHookResult",
          "ReadResourceErrorHookResult",
          "ReadResourceRequest",
          "ReadResourceRequestHookResult",
          "ReadResourceRequestWithContext",
          "ReadResourceResponseHookResult",
          "ReadResourceResult",
          "Request",
          "RequestContext",
          "RequestExtra",
          "RequestHookResult",
          "ResponseHookResult",
          "Result",
          "RunChainOptions",
          "ServeCivicOptions",
          "Target",
          "TargetErrorHookResult",
          "TargetNotificationErrorHookResult",
          "ToolCallRequestHookResult",
          "ToolCallResponseHookResult",
          "ToolCallTransportErrorHookResult",
          "TransportError",
        ],
        "values": [
          "AbstractHook",
          "CallToolErrorHookResultSchema",
          "CallToolRequestHookResultSchema",
          "CallToolRequestSchemaWithContext",
          "CallToolResponseHookResultSchema",
          "HookChainError",
          "HookChainErrorSchema",
          "InitializeErrorHookResultSchema",
          "InitializeRequestHookResultSchema",
          "InitializeRequestSchemaWithContext",
          "InitializeResponseHookResultSchema",
          "InitializeTransportErrorHookResultSchema",
          "ListPromptsErrorHookResultSchema",
          "ListPromptsRequestHookResultSchema",
          "ListPromptsRequestSchemaWithContext",
          "ListPromptsResponseHookResultSchema",
          "ListResourceTemplatesErrorHookResultSchema",
          "ListResourceTemplatesRequestHookResultSchema",
          "ListResourceTemplatesRequestSchemaWithContext",
          "ListResourceTemplatesResponseHookResultSchema",
          "ListResourcesErrorHookResultSchema",
          "ListResourcesRequestHookResultSchema",
          "ListResourcesRequestSchemaWithContext",
          "ListResourcesResponseHookResultSchema",
          "ListToolsErrorHookResultSchema",
          "ListToolsRequestHookResultSchema",
          "ListToolsRequestSchemaWithContext",
          "ListToolsResponseHookResultSchema",
          "ListToolsTransportErrorHookResultSchema",
          "LocalHookClient",
          "NotificationErrorHookResultSchema",
          "NotificationHookResultSchema",
          "OtherErrorHookResultSchema",
          "ReadResourceErrorHookResultSchema",
          "ReadResourceRequestHookResultSchema",
          "ReadResourceRequestSchemaWithContext",
          "ReadResourceResponseHookResultSchema",
          "RequestContextSchema",
          "RequestContextSchemaRaw",
          "RequestHookResultSchema",
          "ResponseHookResultSchema",
          "TargetErrorHookResultSchema",
          "TargetNotificationErrorHookResultSchema",
          "ToolCallRequestHookResultSchema",
          "ToolCallResponseHookResultSchema",
          "ToolCallTransportErrorHookResultSchema",
          "TransportErrorSchema",
          "civicProxy",
          "createLocalHookClient",
          "fromCivic",
          "runChain",
          "serveCivic",
          "startHookServer",
        ],
      }
    `);
    expect(names("inProcess")).toMatchInlineSnapshot(`
      {
        "types": [
          "AnswerInTest",
          "CallAnswer",
          "Clock",
          "FailureKind",
          "HookFailure",
          "InProcessHook",
          "InProcessOptions",
          "Manifest",
          "StoreSource",
        ],
        "values": [
          "memoryStore",
          "runInProcess",
        ],
      }
    `);
    expect(names("hosts")).toMatchInlineSnapshot(`
      {
        "types": [
          "NamedHost",
        ],
        "values": [
          "HostNameError",
          "appliesTo",
          "hostCan",
          "hostFlag",
          "hosts",
          "namedHost",
          "oneShotHostOf",
          "parseHost",
          "titleOf",
        ],
      }
    `);
    expect(names("liveAgents")).toMatchInlineSnapshot(`
      {
        "types": [
          "AgentResult",
          "AgentRun",
          "Body",
          "Commands",
          "Files",
          "Folders",
          "LiveAgent",
          "LiveHost",
          "ModelApi",
          "ModelServer",
        ],
        "values": [
          "LIVE_AGENTS",
          "anthropic",
          "callPrompt",
          "endLeftBehind",
          "google",
          "liveHosts",
          "makeFolders",
          "openaiChat",
          "openaiResponses",
          "plainEnvironment",
          "readFiles",
          "readVisible",
          "runAgent",
          "runToEnd",
          "setFields",
          "startModelServer",
          "writeFiles",
          "writeHooks",
        ],
      }
    `);
    expect(names("launcher")).toMatchInlineSnapshot(`
      {
        "types": [
          "CommandEvent",
          "LauncherCommand",
          "WindowsLauncherCommand",
          "WindowsShell",
        ],
        "values": [
          "HOOK_EVENT_TOOL",
          "HOST_EVENTS",
          "LauncherCommandError",
          "MCP_TOOL_FIELDS",
          "launcherCommand",
          "launcherPath",
          "parseLauncherCommand",
          "windowsLauncherCommand",
          "windowsLauncherPath",
        ],
      }
    `);
    expect(names("simulations")).toMatchInlineSnapshot(`
      {
        "types": [
          "AnsweredCall",
          "BuiltInTools",
          "Change",
          "Document",
          "Effect",
          "EventKind",
          "HookAnswer",
          "KnownKeys",
          "ModelEvents",
          "Payload",
          "RequestedTool",
          "SampleCall",
          "SimulatedHost",
          "Simulation",
          "Situation",
        ],
        "values": [
          "BUILT_IN_TOOLS",
          "SIMULATED_HOSTS",
          "SIMULATIONS",
          "bySimulatedHost",
          "documentIn",
          "eventField",
          "eventIn",
          "fieldIn",
          "isObject",
          "objectAt",
          "partsWith",
          "textAt",
          "textOfParts",
          "withFields",
        ],
      }
    `);
    expect(names("hostLists")).toMatchInlineSnapshot(`
      {
        "types": [],
        "values": [
          "INSTALL_KINDS",
          "MCP_TOOL_HOSTS",
          "MOD_HOSTS",
          "SIMULATED_HOSTS",
        ],
      }
    `);
    expect(names("commandHosts")).toMatchInlineSnapshot(`
      {
        "types": [
          "CommandHostName",
          "CommandHostOptions",
          "CommandHostText",
          "Effect",
          "EventKind",
          "FinishedToolUse",
          "HookAnswer",
          "HookCallResult",
          "HookCommand",
          "Payload",
          "SimulatedHost",
          "Situation",
          "ToolUse",
        ],
        "values": [
          "CommandHost",
          "InProcessHook",
          "commandHost",
          "effectOfAnswer",
          "hostFlag",
          "isMatcher",
          "kindOfEvent",
          "matchesTool",
          "simulatedHost",
          "versionsAndVariants",
        ],
      }
    `);
    expect(names("testing")).toMatchInlineSnapshot(`
      {
        "types": [
          "CheckOptions",
          "CommandCheckOptions",
          "CommandReport",
          "CommonKind",
          "ConformanceErrorCode",
          "ConformanceReport",
          "ConformanceResult",
          "ConformanceVerdict",
          "Difference",
          "EntryOptions",
          "ExtraAnswer",
          "HookEventCall",
          "HostChoice",
          "LlmInput",
          "LlmReplyInput",
          "LlmTestOutcome",
          "ManifestEntry",
          "OnAsk",
          "PromptTestOutcome",
          "ReplayOptions",
          "ReplayReport",
          "ReplayedAnswer",
          "TestDecision",
          "TestHost",
          "TestHostName",
          "TestHostOptions",
          "TestMessage",
          "TestOutcome",
          "TestProcessOptions",
          "TestQuestion",
          "ToolInput",
          "ToolResultInput",
          "ToolTestOutcome",
          "TranscriptEntry",
          "TranscriptErrorCode",
        ],
        "values": [
          "CHECKED_HOSTS",
          "ConformanceError",
          "TEST_HOSTS",
          "TranscriptError",
          "TranscriptWriter",
          "checkCommandHook",
          "checkHook",
          "commandManifest",
          "createTestHost",
          "entryOf",
          "manifest",
          "readTranscript",
          "replay",
          "startTestHost",
        ],
      }
    `);
    expect(names("transcript")).toMatchInlineSnapshot(`
      {
        "types": [
          "Difference",
          "EntryOptions",
          "TranscriptEntry",
          "TranscriptErrorCode",
        ],
        "values": [
          "MARKER",
          "TranscriptError",
          "TranscriptWriter",
          "differences",
          "entryOf",
          "readTranscript",
          "redactMessage",
          "redactText",
        ],
      }
    `);
    expect(names("wire")).toMatchInlineSnapshot(`
      {
        "types": [
          "Answer",
          "EncodeFailure",
          "JsonRpcId",
          "Params",
          "Problem",
          "RpcClient",
          "RpcClientOptions",
          "RpcServer",
          "RpcServerOptions",
          "WireError",
        ],
        "values": [
          "ErrorCode",
          "ErrorReply",
          "LineSplitter",
          "answerLine",
          "createRpcClient",
          "createRpcServer",
          "inexactArguments",
          "inexactResult",
          "methodNotFound",
        ],
      }
    `);
    expect(names("host")).toMatchInlineSnapshot(`
      {
        "types": [
          "AbortedOutcome",
          "AfterLlmOutcome",
          "AfterLlmParams",
          "AfterToolOutcome",
          "AfterToolParams",
          "AnsweredOutcome",
          "ApproveToolOutcome",
          "ApproveToolParams",
          "ApprovedOutcome",
          "BeforeLlmOutcome",
          "BeforeLlmParams",
          "BeforeToolOutcome",
          "BeforeToolParams",
          "CallContinues",
          "CallOptions",
          "ConfigProblem",
          "DeniedOutcome",
          "Execute",
          "Exit",
          "HookErrorCode",
          "HookManagerOptions",
          "HookProcessOptions",
          "HookState",
          "HookStatus",
          "HooksConfig",
          "Intercept",
          "JsonObject",
          "LlmResponse",
          "Message",
          "MountOptions",
          "OnAsk",
          "Point",
          "ProcessConfig",
          "ProcessSettings",
          "Question",
          "RanOutcome",
          "RawAnswer",
          "ReplyContinues",
          "Report",
          "Reported",
          "RequestContinues",
          "RestartConfig",
          "ResultContinues",
          "Round",
          "RuntimeEventParams",
          "ShutdownTimeouts",
          "Timeouts",
          "ToolDefinition",
          "ToolResult",
          "ToolRound",
          "TraceEntry",
          "UserDecision",
        ],
        "values": [
          "HookError",
          "HookManager",
          "HookProcess",
          "HooksConfigError",
          "HooksStartError",
          "OWN_FIELDS",
          "answerFault",
          "checkConfig",
          "effectOf",
          "processSettings",
          "timeoutsOf",
        ],
      }
    `);
  });
});
