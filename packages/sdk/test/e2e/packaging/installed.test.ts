import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SDK } from "../../../src/sdk-version.js";
import { compile, runInNode } from "../../packaging/consumer.js";
import { bytesIn, install, PACKAGES, pack, packageJson, root } from "../../packaging/pack.js";
import { anysIn, listOf, namespacesOf, publicNames } from "../../packaging/public-types.js";
import { PROTOCOL_SCHEMAS, SDK_SCHEMAS } from "../../packaging/schemas.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-hook-installed-")));
let project: string;
let node: ReturnType<typeof compile>;

beforeAll(async () => {
  project = await install(await pack(folder), folder);
  node = compile(project, ["hook.ts", "agent.ts", "launcher.ts", "entries.ts"], {
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts"],
    types: ["node"],
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const installed = (name: string) => join(project, "node_modules", name);
const entries = () => namespacesOf(node.program, join(project, "entries.ts"));

it("the SDK's name and version are those of its package", () => {
  const { name, version } = packageJson(join(root, "packages/sdk"));
  expect(SDK).toEqual({ name, version });
});

it("the SDK installs two packages with at most 25 MB in total", () => {
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
  it("compiles for Node without an error, including the packages' declarations", () => {
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
    for (const [name, module] of entries()) expect(exported[name]).toEqual(publicNames(node.program, module).values);
    expect(exported.schemas).toEqual(PROTOCOL_SCHEMAS);
    expect(exported.eventSchemas).toEqual(SDK_SCHEMAS);
  });

  it("finds the launcher, and a shell can read it", async () => {
    expect(await runInNode(project, "launcher.js")).toEqual({
      path: join(installed("@agent-hook/sdk"), "launcher/guard.sh"),
      status: 2,
    });
  });

  it("runs its hook", async () => {
    const manifest = await runInNode(project, "hook.js", "--describe");
    expect(manifest).toMatchObject({ sdk: SDK, name: "house", tools: [{ name: "get_weather" }] });
  });

  it("has no type that decays to any", () => {
    for (const [name, module] of entries()) {
      // The requests and replies of models have any shape.
      if (name !== "liveAgents") expect(anysIn(node.program, module), name).toEqual([]);
    }
  });
});

/** A subpath with `internal` in its name may change in any version. */
it("the public entry points are these", () => {
  const publicOf = (name: string) =>
    Object.keys(packageJson(installed(name)).exports).filter((key) => !/internal/.test(key));
  expect(
    Object.fromEntries(PACKAGES.map((name) => [name, publicOf(`@agent-hook/${name}`).join(" ")])),
  ).toMatchInlineSnapshot(`
    {
      "civic": ". ./package.json",
      "frameworks": "./ai ./claude-agent-sdk ./langchain ./mastra ./openai-agents ./package.json",
      "hooks": ". ./files ./shell ./secrets ./judge ./injection ./snapshot ./policy ./schemas/policy.schema.json ./package.json",
      "picoclaw": ". ./protocol ./testing ./schemas/*.json ./package.json",
      "sdk": ". ./in-process ./hosts ./zod ./* ./schemas/*.json ./launcher ./launcher/guard.sh ./package.json",
      "telemetry": "./main ./dashboard.json ./package.json",
      "testing": ". ./package.json",
    }
  `);
});

describe("the public names of", () => {
  const names = (name: string) => listOf(publicNames(node.program, entries().get(name) as ts.Symbol));

  it("@agent-hook/sdk", () =>
    expect(names("sdk")).toMatchInlineSnapshot(`
    "values:
    StoreError
    ToolError
    abortTurn addContext approve ask
    commandOf commandsOf compose
    defineHook defineTool deny
    forTools
    hardAbort
    isInside
    modify
    pathsOf
    reject respond
    serve storeKey
    urlsOf
    withCommand

    types:
    Ability Abort AddContext AfterLlmDecision AfterToolDecision AmbientEventKind ApprovalRequest Approve ApproveToolDecision Approver Ask Attachment
    BeforeLlmDecision BeforeToolDecision
    CallOrigin CallSource Calls Capability CivicHandlers ClaudeCodeHandlers ClineHandlers CodexHandlers Context CopilotHandlers CursorHandlers
    Deadlines Decision DecisionOptions Decisions Deny DockerAgentHandlers DroidHandlers
    EnvOf EventHandlers EventKind EventOf EventPayloads
    FailurePolicy
    GeminiHandlers GooseHandlers
    Handler Hook HookDefinition HookEvent Host HostCapabilities
    KiloHandlers KimiHandlers KnownEvent
    LlmCall LlmOptions LlmReply LlmReplyPatch LlmRequestPatch Log
    McpGatewayHandlers Message Modify ModifyPoint
    NamedEventKind NativeHandlers
    OnPromptDecision OpenEvent OpencodeHandlers OptionalDecision
    Patches Point PromptCall
    QwenHandlers
    RequestedCall RequiredDecision Respond
    Schema SchemaIssue SchemaResult Store StoreErrorCode StoreKey StoreKeyOptions StoreScope Support SystemPart
    Tool ToolCall ToolCallPatch ToolContent ToolContext ToolDefinition ToolFilter ToolKind ToolOutcome ToolReply ToolResult ToolResultPatch ToolSpec
    WindowOptions WindowUse"
  `));

  it("@agent-hook/sdk/in-process", () =>
    expect(names("inProcess")).toMatchInlineSnapshot(`
    "values:
    memoryStore
    runInProcess

    types:
    AnswerInTest
    CallAnswer Clock
    FailureKind
    HookFailure
    InProcessHook InProcessOptions
    Manifest
    StoreSource"
  `));

  it("@agent-hook/sdk/hosts", () =>
    expect(names("hosts")).toMatchInlineSnapshot(`
    "values:
    HostNameError
    appliesTo
    hostCan hostFlag hosts
    namedHost
    oneShotHostOf
    parseHost
    titleOf

    types:
    NamedHost"
  `));

  it("@agent-hook/sdk/launcher", () =>
    expect(names("launcher")).toMatchInlineSnapshot(`
    "values:
    HOOK_EVENT_TOOL HOST_EVENTS
    LauncherCommandError
    MCP_TOOL_FIELDS
    launcherCommand launcherPath
    parseLauncherCommand
    windowsLauncherCommand windowsLauncherPath

    types:
    CommandEvent
    LauncherCommand
    WindowsLauncherCommand WindowsShell"
  `));

  it("@agent-hook/picoclaw/protocol", () =>
    expect(names("protocol")).toMatchInlineSnapshot(`
      "values:
      EVENT_KINDS
      HOOK_MODES HOST_TIMEOUTS_MS
      MAX_LINE_BYTES
      NEWEST_VERSION
      POINTS PROTOCOL_VERSION
      RUNTIME_EVENT_KINDS
      afterLlm afterTool approveTool
      beforeLlm beforeTool
      event
      foldAnswerKeys
      hello
      isBefore
      methods modeOf
      parseVersion
      runtimeEvent
      toolResultProblem transcriptEntry

      types:
      Action AfterLlmParams AfterLlmResult AfterToolParams AfterToolResult ApproveToolParams ApproveToolResult Attachment
      BeforeLlmParams BeforeLlmResult BeforeToolParams BeforeToolResult
      CallContext ContextCompressPayload
      ErrorPayload EventKind EventParams EventPayloads
      FollowUpQueuedPayload
      HelloParams HelloResult HookMode
      InterruptReceivedPayload
      JsonObject
      LlmRequestPayload LlmResponse LlmResponsePayload LlmRetryPayload
      Message Meta MethodName MethodSpec
      PointName
      RuntimeEventKind RuntimeEventParams
      SessionSummarizePayload SteeringInjectedPayload SubturnEndPayload SubturnOrphanPayload SubturnResultDeliveredPayload SubturnSpawnPayload SystemPart
      ToolCall ToolDefinition ToolExecEndPayload ToolExecSkippedPayload ToolExecStartPayload ToolResult TranscriptEntry TurnEndPayload TurnStartPayload"
    `));

  it("@agent-hook/picoclaw/testing", () =>
    expect(names("picoclawTesting")).toMatchInlineSnapshot(`
    "values:
    ConformanceError
    checkHook createPicoClawHost
    manifest
    startPicoClawHost
    toWireMessage

    types:
    CallInput CheckOptions ConformanceErrorCode ConformanceReport ConformanceResult ConformanceVerdict
    EventInput
    FinishedInput
    ManifestEntry
    PicoClawHost PicoClawHostOptions PicoClawProcessOptions PortableInput
    ReplyInput RequestInput
    Tested
    WireMessage WireOutcome"
  `));

  it("@agent-hook/picoclaw", () =>
    expect(names("picoclaw")).toMatchInlineSnapshot(`
    "values:
    HookError HookManager HookProcess HooksConfigError HooksStartError
    OWN_FIELDS
    answerFault
    checkConfig
    effectOf
    processSettings
    timeoutsOf

    types:
    AbortedOutcome AfterLlmOutcome AfterLlmParams AfterToolOutcome AfterToolParams AnsweredOutcome ApproveToolOutcome ApproveToolParams ApprovedOutcome
    BeforeLlmOutcome BeforeLlmParams BeforeToolOutcome BeforeToolParams
    CallContinues CallOptions ConfigProblem
    DeniedOutcome
    Execute Exit
    HookErrorCode HookManagerOptions HookProcessOptions HookState HookStatus HooksConfig
    Intercept
    JsonObject
    LlmResponse
    Message MountOptions
    OnAsk
    Point ProcessConfig ProcessSettings
    Question
    RanOutcome RawAnswer ReplyContinues Report Reported RequestContinues RestartConfig ResultContinues Round RuntimeEventParams
    ShutdownTimeouts
    Timeouts ToolDefinition ToolResult ToolRound TraceEntry
    UserDecision"
  `));

  it("@agent-hook/testing", () =>
    expect(names("testing")).toMatchInlineSnapshot(`
      "values:
      CHECKED_HOSTS ConformanceError
      TEST_HOSTS TranscriptError TranscriptWriter
      checkCommandHook commandManifest createTestHost
      entryOf
      readTranscript replay
      startTestHost

      types:
      CommandCheckOptions CommandReport CommonKind ConformanceErrorCode ConformanceResult ConformanceVerdict
      Difference
      EntryOptions ExtraAnswer
      HookEventCall HostChoice
      LlmInput LlmReplyInput LlmTestOutcome
      OnAsk
      PromptTestOutcome
      ReplayOptions ReplayReport ReplayedAnswer
      TestDecision TestHost TestHostName TestHostOptions TestMessage TestOutcome TestProcessOptions TestQuestion ToolInput ToolResultInput ToolTestOutcome TranscriptEntry TranscriptErrorCode"
    `));

  it("@agent-hook/civic", () =>
    expect(names("civic")).toMatchInlineSnapshot(`
    "values:
    AbstractHook
    CallToolErrorHookResultSchema CallToolRequestHookResultSchema CallToolRequestSchemaWithContext CallToolResponseHookResultSchema
    HookChainError HookChainErrorSchema
    InitializeErrorHookResultSchema InitializeRequestHookResultSchema InitializeRequestSchemaWithContext InitializeResponseHookResultSchema InitializeTransportErrorHookResultSchema
    ListPromptsErrorHookResultSchema ListPromptsRequestHookResultSchema ListPromptsRequestSchemaWithContext ListPromptsResponseHookResultSchema ListResourceTemplatesErrorHookResultSchema ListResourceTemplatesRequestHookResultSchema ListResourceTemplatesRequestSchemaWithContext ListResourceTemplatesResponseHookResultSchema ListResourcesErrorHookResultSchema ListResourcesRequestHookResultSchema ListResourcesRequestSchemaWithContext ListResourcesResponseHookResultSchema ListToolsErrorHookResultSchema ListToolsRequestHookResultSchema ListToolsRequestSchemaWithContext ListToolsResponseHookResultSchema ListToolsTransportErrorHookResultSchema LocalHookClient
    NotificationErrorHookResultSchema NotificationHookResultSchema
    OtherErrorHookResultSchema
    ReadResourceErrorHookResultSchema ReadResourceRequestHookResultSchema ReadResourceRequestSchemaWithContext ReadResourceResponseHookResultSchema RequestContextSchema RequestContextSchemaRaw RequestHookResultSchema ResponseHookResultSchema
    TargetErrorHookResultSchema TargetNotificationErrorHookResultSchema ToolCallRequestHookResultSchema ToolCallResponseHookResultSchema ToolCallTransportErrorHookResultSchema TransportErrorSchema
    civicProxy createLocalHookClient
    fromCivic
    runChain
    serveCivic startHookServer

    types:
    CallToolErrorHookResult CallToolRequest CallToolRequestHookResult CallToolRequestWithContext CallToolResponseHookResult CallToolResult CivicServer ContinueAsync
    FromCivicOptions
    GenericRequestHookResult GenericResponseHookResult
    Hook HookAbort
    InitializeErrorHookResult InitializeRequest InitializeRequestHookResult InitializeRequestWithContext InitializeResponseHookResult InitializeResult InitializeTransportErrorHookResult
    ListPromptsErrorHookResult ListPromptsRequest ListPromptsRequestHookResult ListPromptsRequestWithContext ListPromptsResponseHookResult ListPromptsResult ListResourceTemplatesErrorHookResult ListResourceTemplatesRequest ListResourceTemplatesRequestHookResult ListResourceTemplatesRequestWithContext ListResourceTemplatesResponseHookResult ListResourceTemplatesResult ListResourcesErrorHookResult ListResourcesRequest ListResourcesRequestHookResult ListResourcesRequestWithContext ListResourcesResponseHookResult ListResourcesResult ListToolsErrorHookResult ListToolsRequest ListToolsRequestHookResult ListToolsRequestWithContext ListToolsResponseHookResult ListToolsResult ListToolsTransportErrorHookResult
    MethodsWithErrorType MethodsWithRequestType MethodsWithResponseType
    Notification NotificationErrorHookResult NotificationHookResult
    OtherErrorHookResult
    ReadResourceErrorHookResult ReadResourceRequest ReadResourceRequestHookResult ReadResourceRequestWithContext ReadResourceResponseHookResult ReadResourceResult Request RequestContext RequestExtra RequestHookResult ResponseHookResult Result RunChainOptions
    ServeCivicOptions
    Target TargetErrorHookResult TargetNotificationErrorHookResult ToolCallRequestHookResult ToolCallResponseHookResult ToolCallTransportErrorHookResult TransportError"
  `));
});
