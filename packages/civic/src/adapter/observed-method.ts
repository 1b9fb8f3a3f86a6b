import type { Dispatcher, Member, MethodName, Observation } from "@agent-hook/sdk/internal/adapter";
import type { PortableAnswer } from "./portable-step.js";

/** What is recorded of one call of Civic's proxy, if decisions are recorded. */
export class ObservedMethod {
  readonly observation: Observation | undefined;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly method: MethodName,
  ) {
    this.observation = dispatcher.observe(pointOf(method));
    if (this.observation !== undefined) this.observation.event = method;
  }

  /** A native handler of a member answered. */
  answered(member: Member, { resultType }: PortableAnswer): void {
    const action = resultType === "abort" ? "deny" : "native";
    this.observation?.decided(member, { action });
    if (this.observation !== undefined) this.observation.outcome = { action };
  }

  /** The call ends with an error. */
  denied(reason: string): void {
    if (this.observation !== undefined) this.observation.outcome = { action: "deny", reason };
  }

  /** The answer is final. The proxy calls every method, but only those on which the hook decides are recorded. */
  end(): void {
    const { observation } = this;
    if (observation === undefined) return;
    const { failure, outcome, member } = observation;
    if (failure !== undefined && outcome === undefined && observation.consequence === "the call was denied") {
      observation.end({ action: "deny", reason: failure.publicText });
    } else if (failure !== undefined || outcome !== undefined || member !== undefined || this.#isDecidedOn()) {
      observation.end(outcome);
    }
  }

  #isDecidedOn(): boolean {
    const { method } = this;
    const isRequest = method === "processCallToolRequest";
    if (!isRequest && pointOf(method) !== "afterTool") return false;
    return this.dispatcher.hook.members.some(({ hook: { beforeTool, approveTool, afterTool, native } }) =>
      isRequest
        ? (beforeTool ?? approveTool ?? native?.civic?.processCallToolRequest)
        : (afterTool ?? native?.civic?.processCallToolResult ?? native?.civic?.processCallToolError),
    );
  }
}

function pointOf(method: MethodName): Observation["point"] {
  if (method === "processCallToolRequest") return "beforeTool";
  return method === "processCallToolResult" || method === "processCallToolError" ? "afterTool" : "onEvent";
}
