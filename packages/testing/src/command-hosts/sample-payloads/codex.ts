import type { Payload } from "../effect.js";

/** What Codex 0.169.0 wrote to a hook's stdin: the recordings, as they are. */
export const codexPayloads: Readonly<Record<string, Payload>> = {
  Interrupt: {
    session_id: "01a1ffe9-d485-71a2-8305-9a36b41324b0",
    turn_id: "01a1ffe9-d524-7ca3-a130-d58556951f11",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-01-16-01a1ffe9-d485-71a2-8305-9a36b41324b0.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "Interrupt",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
  },
  PermissionRequest: {
    session_id: "01a1fff3-8162-75e1-9e99-2d39ff6350d0",
    turn_id: "01a1fff3-8171-7a60-808d-a77acede986c",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-11-50-01a1fff3-8162-75e1-9e99-2d39ff6350d0.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PermissionRequest",
    model: "gpt-5.1",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: {
      command: "touch /home/user/project/out2.txt; echo ORIG",
      description: "why",
    },
  },
  PostCompact: {
    session_id: "01a1fff3-a9c2-7873-87e3-031239d533de",
    turn_id: "01a1fff3-ae87-76d2-b4a9-166288c97137",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-12-01-01a1fff3-a9c2-7873-87e3-031239d533de.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PostCompact",
    model: "gpt-5.1",
    trigger: "manual",
  },
  "PostToolUse.create_goal": {
    session_id: "01a1ffe9-d485-71a2-8305-9a36b41324b0",
    turn_id: "01a1ffe9-d490-7711-8d97-efb2c29bf876",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-01-16-01a1ffe9-d485-71a2-8305-9a36b41324b0.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PostToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "create_goal",
    tool_input: {
      objective: "x",
    },
    tool_response: {
      goal: {
        threadId: "01a1ffe9-d485-71a2-8305-9a36b41324b0",
        objective: "x",
        status: "active",
        tokensUsed: 0,
        timeUsedSeconds: 0,
        createdAt: 1795294876,
        updatedAt: 1795294876,
      },
      remainingTokens: null,
      completionBudgetReport: null,
    },
    tool_use_id: "call_88",
  },
  PostToolUse: {
    session_id: "01a1ffe8-dff6-7203-83d1-ce17f53e43eb",
    turn_id: "01a1ffe8-e004-7cd2-95df-dac23928d5e3",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-00-14-01a1ffe8-dff6-7203-83d1-ce17f53e43eb.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PostToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "Bash",
    tool_input: {
      command: "echo orig > out.txt; echo ORIG",
    },
    tool_response: "ORIG\n",
    tool_use_id: "call_2",
  },
  "PostToolUse.mcp": {
    session_id: "01a1fff4-a1af-72d0-bf3a-16c303c9ebe7",
    turn_id: "01a1fff4-a1be-70b2-8282-e53df9734d5c",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-13-04-01a1fff4-a1af-72d0-bf3a-16c303c9ebe7.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PostToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "mcp__srv__echo",
    tool_input: {
      text: "a",
    },
    tool_response: {
      content: [
        {
          type: "text",
          text: "MCP:a",
        },
      ],
    },
    tool_use_id: "call_1",
  },
  "PostToolUse.spawn_agent": {
    session_id: "01a1fff4-a2b7-7490-8322-c6b59880b055",
    turn_id: "01a1fff4-a2ca-7f32-bb68-ee5481f46866",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-13-04-01a1fff4-a2b7-7490-8322-c6b59880b055.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PostToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "spawn_agent",
    tool_input: {
      message: "hi sub",
    },
    tool_response: '{"agent_id":"01a1fff4-a32d-7ff0-8379-85714aac7e6c","nickname":"Pascal"}',
    tool_use_id: "call_3",
  },
  PreCompact: {
    session_id: "01a1fff3-a9c2-7873-87e3-031239d533de",
    turn_id: "01a1fff3-ae87-76d2-b4a9-166288c97137",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-12-01-01a1fff3-a9c2-7873-87e3-031239d533de.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PreCompact",
    model: "gpt-5.1",
    trigger: "manual",
  },
  "PreToolUse.create_goal": {
    session_id: "01a1ffe9-d485-71a2-8305-9a36b41324b0",
    turn_id: "01a1ffe9-d490-7711-8d97-efb2c29bf876",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-01-16-01a1ffe9-d485-71a2-8305-9a36b41324b0.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PreToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "create_goal",
    tool_input: {
      objective: "x",
    },
    tool_use_id: "call_88",
  },
  PreToolUse: {
    session_id: "01a1ffe8-dff6-7203-83d1-ce17f53e43eb",
    turn_id: "01a1ffe8-e004-7cd2-95df-dac23928d5e3",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-00-14-01a1ffe8-dff6-7203-83d1-ce17f53e43eb.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PreToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "Bash",
    tool_input: {
      command: "echo orig > out.txt; echo ORIG",
    },
    tool_use_id: "call_2",
  },
  "PreToolUse.mcp": {
    session_id: "01a1fff4-a1af-72d0-bf3a-16c303c9ebe7",
    turn_id: "01a1fff4-a1be-70b2-8282-e53df9734d5c",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-13-04-01a1fff4-a1af-72d0-bf3a-16c303c9ebe7.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PreToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "mcp__srv__echo",
    tool_input: {
      text: "a",
    },
    tool_use_id: "call_1",
  },
  "PreToolUse.spawn_agent": {
    session_id: "01a1fff4-a2b7-7490-8322-c6b59880b055",
    turn_id: "01a1fff4-a2ca-7f32-bb68-ee5481f46866",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-13-04-01a1fff4-a2b7-7490-8322-c6b59880b055.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PreToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "spawn_agent",
    tool_input: {
      message: "hi sub",
    },
    tool_use_id: "call_3",
  },
  "PreToolUse.view_image": {
    session_id: "01a1ffe9-d371-7973-8d3b-5f7d091c4146",
    turn_id: "01a1ffe9-d382-77c1-b62e-068da8fd59a4",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-01-16-01a1ffe9-d371-7973-8d3b-5f7d091c4146.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "PreToolUse",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    tool_name: "view_image",
    tool_input: {
      path: "nope.png",
    },
    tool_use_id: "call_86",
  },
  SessionEnd: {
    session_id: "01a1ffe7-cd19-7621-98d0-742fd50c6f3d",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T20-59-03-01a1ffe7-cd19-7621-98d0-742fd50c6f3d.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "SessionEnd",
    reason: "other",
  },
  SessionStart: {
    session_id: "01a1ffe7-cd19-7621-98d0-742fd50c6f3d",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T20-59-03-01a1ffe7-cd19-7621-98d0-742fd50c6f3d.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "SessionStart",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    source: "startup",
  },
  Stop: {
    session_id: "01a1ffe7-cd19-7621-98d0-742fd50c6f3d",
    turn_id: "01a1ffe7-cd29-76b0-a586-80db474ed274",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T20-59-03-01a1ffe7-cd19-7621-98d0-742fd50c6f3d.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "Stop",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    stop_hook_active: false,
    last_assistant_message: "hello",
  },
  "Stop.stop_hook_active": {
    session_id: "01a1ffe9-04ca-7cf3-a9fe-03aa2bd6f316",
    turn_id: "01a1ffe9-04d4-7140-95b6-0b85b64e9416",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-00-23-01a1ffe9-04ca-7cf3-a9fe-03aa2bd6f316.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "Stop",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    stop_hook_active: true,
    last_assistant_message: "hello",
  },
  SubagentStart: {
    session_id: "01a1fff4-a2b7-7490-8322-c6b59880b055",
    turn_id: "01a1fff4-a333-7e82-bbf7-5aed25c63036",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-13-05-01a1fff4-a32d-7ff0-8379-85714aac7e6c.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "SubagentStart",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    agent_id: "01a1fff4-a32d-7ff0-8379-85714aac7e6c",
    agent_type: "default",
  },
  SubagentStop: {
    session_id: "01a1fff4-a2b7-7490-8322-c6b59880b055",
    turn_id: "01a1fff4-a333-7e82-bbf7-5aed25c63036",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-13-04-01a1fff4-a2b7-7490-8322-c6b59880b055.jsonl",
    agent_transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-13-05-01a1fff4-a32d-7ff0-8379-85714aac7e6c.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "SubagentStop",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    stop_hook_active: false,
    agent_id: "01a1fff4-a32d-7ff0-8379-85714aac7e6c",
    agent_type: "default",
    last_assistant_message: "hello",
  },
  "UserPromptSubmit.in-subagent": {
    session_id: "01a1fff4-a2b7-7490-8322-c6b59880b055",
    turn_id: "01a1fff4-a333-7e82-bbf7-5aed25c63036",
    agent_id: "01a1fff4-a32d-7ff0-8379-85714aac7e6c",
    agent_type: "default",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T21-13-05-01a1fff4-a32d-7ff0-8379-85714aac7e6c.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "UserPromptSubmit",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    prompt: "hi sub",
  },
  UserPromptSubmit: {
    session_id: "01a1ffe7-cd19-7621-98d0-742fd50c6f3d",
    turn_id: "01a1ffe7-cd29-76b0-a586-80db474ed274",
    transcript_path:
      "/home/user/.codex/sessions/2026/11/21/rollout-2026-11-21T20-59-03-01a1ffe7-cd19-7621-98d0-742fd50c6f3d.jsonl",
    cwd: "/home/user/project",
    hook_event_name: "UserPromptSubmit",
    model: "gpt-5.1",
    permission_mode: "bypassPermissions",
    prompt: "hi",
  },
};
