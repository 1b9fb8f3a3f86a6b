export type { CallInput, EventInput, FinishedInput, ReplyInput, RequestInput } from "./test-host/calls.js";
export { createTestHost, type TestHostOptions } from "./test-host/create-test-host.js";
export { startTestHost, type TestProcessOptions } from "./test-host/start-test-host.js";
export { type Tested, TestHost } from "./test-host/test-host.js";
