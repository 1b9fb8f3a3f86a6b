import type { Failure } from "./failure.js";
import type { FailureLog } from "./prepared-hook.js";

const DENIED = "the call was denied";
const CANNOT_DENY = "this host cannot stop here";
const CONTINUED = "the host was told to continue";

/**
 * Decides what a host is told after a failure, and logs it. `denies`: whether the policy of the hook, or of the member
 * that failed, requires a denial. `denial` returns the host's denial, or `undefined` if the host cannot deny there.
 */
export function afterFailure<Denial>(
  failure: Failure,
  owner: FailureLog,
  denies: boolean,
  denial: () => Denial | undefined,
): Denial | undefined {
  const given = denies ? denial() : undefined;
  if (given !== undefined) owner.failed(failure, DENIED);
  else owner.failed(failure, denies ? CANNOT_DENY : CONTINUED);
  return given;
}
