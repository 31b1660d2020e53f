/**
 * The programs that run commands at the events of their sessions: a table of their events and
 * limits, the input of their commands, the effects and searches of their tools, and the replies
 * that pass a text to the agent.
 *
 * @module
 */

export * from "./read_hook_input.ts";
export type { HookMoment, HookTextLimit, HostEvent, ReplyForm } from "../hosts/mod.ts";
export {
  type HookInput,
  type HookInputResult,
  type HookToolCall,
  MAX_HOOK_INPUT,
  readHookInput,
  readInputText,
  type SessionSource,
} from "./read_hook_input.ts";
export { readSearch, type ToolSearch } from "./read_search.ts";
export {
  fitHookParts,
  HOOK_TEXT_BYTES,
  type HookPart,
  measureHookText,
  renderHookReply,
} from "./hook_reply.ts";
export {
  readToolEffect,
  readToolUse,
  TOOL_TEXT_KEYS,
  type ToolEffect,
  type ToolUse,
} from "./tool_effect.ts";
export {
  findHookBlocks,
  findIssueIds,
  type HookBlockLabel,
  readUserWords,
  splitHookBlocks,
  stripHookBlocks,
  wrapHookBlock,
} from "./hook_block.ts";
