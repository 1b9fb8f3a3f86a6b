#!/usr/bin/env node
import { serve } from "@agent-hook/sdk";
import { hook } from "./hook.ts";

await serve(hook);
