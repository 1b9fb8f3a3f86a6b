import type { Payload } from "../effect.js";

/** What Gemini CLI 0.61.0 wrote to a hook's stdin: the recordings, as they are. */
export const geminiPayloads: Readonly<Record<string, Payload>> = {
  AfterAgent: {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "AfterAgent",
    timestamp: "2026-11-21T20:53:47.666Z",
    prompt: "hi",
    prompt_response: "hello lo",
    stop_hook_active: false,
  },
  "AfterAgent.stop_hook_active": {
    session_id: "08cfe03b-0a11-45f3-9da9-4a3f3ac1eb95",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-56-08cfe03b.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "AfterAgent",
    timestamp: "2026-11-21T20:56:20.104Z",
    prompt: "hi",
    prompt_response: "hello lo\nhello lo",
    stop_hook_active: true,
  },
  AfterModel: {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "AfterModel",
    timestamp: "2026-11-21T20:53:47.608Z",
    llm_request: {
      model: "gemini-2.5-flash",
      messages: [
        {
          role: "user",
          content: "<session_context>(left out)</session_context>hi",
        },
      ],
      config: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
      },
    },
    llm_response: {
      text: "hel",
      candidates: [
        {
          content: {
            role: "model",
            parts: ["hel"],
          },
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 10,
        candidatesTokenCount: 2,
        totalTokenCount: 12,
      },
    },
  },
  "AfterModel.last-chunk": {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "AfterModel",
    timestamp: "2026-11-21T20:53:47.631Z",
    llm_request: {
      model: "gemini-2.5-flash",
      messages: [
        {
          role: "user",
          content: "<session_context>(left out)</session_context>hi",
        },
      ],
      config: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
      },
    },
    llm_response: {
      text: "lo",
      candidates: [
        {
          content: {
            role: "model",
            parts: ["lo"],
          },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 10,
        candidatesTokenCount: 2,
        totalTokenCount: 12,
      },
    },
  },
  "AfterModel.tool-call": {
    session_id: "fb7affde-bbed-4016-8f95-3f95acb7b94f",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-54-fb7affde.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "AfterModel",
    timestamp: "2026-11-21T20:54:47.048Z",
    llm_request: {
      model: "gemini-2.5-flash",
      messages: [
        {
          role: "user",
          content:
            '<session_context>(left out)</session_context>CALL run_shell_command {"command":"echo orig > out.txt; echo ORIG"}',
        },
      ],
      config: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
      },
    },
    llm_response: {
      text: "",
      candidates: [
        {
          content: {
            role: "model",
            parts: [],
          },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 10,
        candidatesTokenCount: 2,
        totalTokenCount: 12,
      },
    },
  },
  AfterTool: {
    session_id: "fb7affde-bbed-4016-8f95-3f95acb7b94f",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-54-fb7affde.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "AfterTool",
    timestamp: "2026-11-21T20:54:47.216Z",
    tool_name: "run_shell_command",
    tool_input: {
      command: "echo orig > out.txt; echo ORIG",
    },
    tool_response: {
      llmContent: "<untrusted_context>\nOutput: ORIG\nProcess Group PGID: 8193\n</untrusted_context>",
      returnDisplay: "ORIG",
    },
  },
  "AfterTool.mcp": {
    session_id: "3af0ee94-339e-434f-b825-266f3020d283",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T21-12-3af0ee94.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "AfterTool",
    timestamp: "2026-11-21T21:12:10.377Z",
    tool_name: "mcp_srv_echo",
    tool_input: {
      text: "a",
    },
    tool_response: {
      llmContent: [
        {
          text: "<untrusted_context>\nMCP:a\n</untrusted_context>",
        },
      ],
      returnDisplay: "MCP:a",
    },
    mcp_context: {
      server_name: "srv",
      tool_name: "echo",
      command: "node",
      args: ["/home/user/bin/mcp.cjs"],
    },
  },
  "AfterTool.read_file": {
    session_id: "77c0315b-7a9a-4e3c-8a7c-06fcc351153b",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-57-77c0315b.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "AfterTool",
    timestamp: "2026-11-21T20:57:50.288Z",
    tool_name: "read_file",
    tool_input: {
      file_path: "nope.txt",
    },
    tool_response: {
      llmContent: "Could not read file because no file was found at the specified path.",
      returnDisplay: "File not found.",
      error: {
        message: "File not found: /home/user/project/nope.txt",
        type: "file_not_found",
      },
    },
  },
  BeforeAgent: {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeAgent",
    timestamp: "2026-11-21T20:53:47.518Z",
    prompt: "hi",
  },
  BeforeModel: {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeModel",
    timestamp: "2026-11-21T20:53:47.556Z",
    llm_request: {
      model: "gemini-2.5-flash",
      messages: [
        {
          role: "user",
          content: "<session_context>(left out)</session_context>hi",
        },
      ],
      config: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
      },
    },
  },
  BeforeTool: {
    session_id: "fb7affde-bbed-4016-8f95-3f95acb7b94f",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-54-fb7affde.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeTool",
    timestamp: "2026-11-21T20:54:47.153Z",
    tool_name: "run_shell_command",
    tool_input: {
      command: "echo orig > out.txt; echo ORIG",
    },
  },
  "BeforeTool.list_directory": {
    session_id: "306c5eb2-3828-4686-b2ac-ed21df05e200",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-59-306c5eb2.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeTool",
    timestamp: "2026-11-21T20:59:07.084Z",
    tool_name: "list_directory",
    tool_input: {
      dir_path: ".",
    },
  },
  "BeforeTool.mcp": {
    session_id: "3af0ee94-339e-434f-b825-266f3020d283",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T21-12-3af0ee94.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeTool",
    timestamp: "2026-11-21T21:12:10.356Z",
    tool_name: "mcp_srv_echo",
    tool_input: {
      text: "a",
    },
    mcp_context: {
      server_name: "srv",
      tool_name: "echo",
      command: "node",
      args: ["/home/user/bin/mcp.cjs"],
    },
  },
  "BeforeTool.read_file": {
    session_id: "77c0315b-7a9a-4e3c-8a7c-06fcc351153b",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-57-77c0315b.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeTool",
    timestamp: "2026-11-21T20:57:50.266Z",
    tool_name: "read_file",
    tool_input: {
      file_path: "nope.txt",
    },
  },
  "BeforeTool.write_file": {
    session_id: "f78449c0-c8d7-4936-884c-b1b6c0399913",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-57-f78449c0.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeTool",
    timestamp: "2026-11-21T20:57:44.902Z",
    tool_name: "write_file",
    tool_input: {
      file_path: "out.txt",
      content: "orig",
    },
  },
  BeforeToolSelection: {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeToolSelection",
    timestamp: "2026-11-21T20:53:47.572Z",
    llm_request: {
      model: "gemini-2.5-flash",
      messages: [
        {
          role: "user",
          content: "<session_context>(left out)</session_context>hi",
        },
      ],
      config: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
      },
    },
  },
  Notification: {
    session_id: "20496f5f-d765-4f30-980a-6b62fbbeb7ff",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-54-20496f5f.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "Notification",
    timestamp: "2026-11-21T20:54:53.010Z",
    notification_type: "ToolPermission",
    message: "Tool Confirm Shell Command requires execution",
    details: {
      type: "exec",
      title: "Confirm Shell Command",
      command: "echo orig > out.txt; echo ORIG",
      rootCommand: "echo, redirection (>), echo",
    },
  },
  PreCompress: {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PreCompress",
    timestamp: "2026-11-21T20:53:47.534Z",
    trigger: "auto",
  },
  "BeforeTool.project": {
    session_id: "e2a239d2-4905-4766-a672-d9dbe9797bae",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T21-15-e2a239d2.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "BeforeTool",
    timestamp: "2026-11-21T21:15:42.426Z",
    tool_name: "run_shell_command",
    tool_input: {
      command: "echo x",
    },
  },
  SessionEnd: {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "SessionEnd",
    timestamp: "2026-11-21T20:53:47.683Z",
    reason: "exit",
  },
  SessionStart: {
    session_id: "d4aa0e75-1ede-4e43-a6ff-1166c7d7b064",
    transcript_path: "/home/user/.gemini/tmp/proj/chats/session-2026-11-21T20-53-d4aa0e75.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "SessionStart",
    timestamp: "2026-11-21T20:53:47.498Z",
    source: "startup",
  },
};
