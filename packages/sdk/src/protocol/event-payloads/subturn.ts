import type { JsonObject } from "../shapes/fields.js";

/** Observed on v0.2.6 and v0.2.9. */
export interface SubturnSpawnPayload extends JsonObject {
  AgentID: string;
  Label: string;
  ParentTurnID: string;
}

/** Observed on v0.2.6 and v0.2.9. */
export interface SubturnEndPayload extends JsonObject {
  AgentID: string;
  Status: string;
}

/** From PicoClaw's source code. */
export interface SubturnResultDeliveredPayload extends JsonObject {
  TargetChannel: string;
  TargetChatID: string;
  ContentLen: number;
}

/** From PicoClaw's source code. */
export interface SubturnOrphanPayload extends JsonObject {
  ParentTurnID: string;
  ChildTurnID: string;
  Reason: string;
}
