// For other packages. The code for a host imports the files themselves, because this one also loads vscode-jsonrpc.
export { type Answer, answerLine, type EncodeFailure, methodNotFound } from "./answer.js";
export { LineSplitter } from "./line-splitter.js";
export {
  ErrorCode,
  inexactArguments,
  inexactResult,
  type JsonRpcId,
  type Params,
  type Problem,
  type WireError,
} from "./message.js";
export { createPeer, ErrorReply, type Peer, type PeerOptions } from "./peer.js";
