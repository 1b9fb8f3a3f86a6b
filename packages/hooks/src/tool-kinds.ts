import type { ToolKind } from "@agent-hook/sdk";
import { z } from "zod";

const KINDS = ["shell", "read", "write", "edit", "search", "fetch", "mcp", "plugin", "other"] as const;

export const toolKindSchema = z.enum(KINDS satisfies readonly ToolKind[]);
