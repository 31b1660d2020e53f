import { escapeControls } from "@dossier/core/escape";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { isNestedDeeply } from "@dossier/core/text";
import { type FittedSchema, fitToSchema } from "./fit_to_schema.ts";
import { IdFinder } from "./id_finder.ts";
import { splitJsonValues } from "./line_splitter.ts";

/** Why a text is no message that can be taken, and what its sender is answered. */
export interface MessageRefusal {
  /** One sentence. */
  readonly reason: string;
  /** The answer as JSON; absent for what wants none, such as a notification. */
  readonly answer?: string;
}

/** A message of the protocol, or why there is none. */
export type ReadMessage =
  | { readonly message: JSONRPCMessage }
  | { readonly refusal: MessageRefusal };

/** All that one line, or one body, holds. */
export interface ReadMcpMessages {
  readonly messages: readonly ReadMessage[];
  /** Whether they came as a list, which 2025-03-26 had. */
  readonly isBatch: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Most bytes of a message, as of any body over HTTP. */
export const MAX_MESSAGE_BYTES: number = 4 * 1024 * 1024;

/** What is wrong with a longer one. */
export const TOO_LONG: MessageFault = {
  code: ProtocolErrorCode.InvalidRequest,
  reason: `Cannot read a message as it must have at most ${MAX_MESSAGE_BYTES} bytes: it has more`,
};

/** A request that stays open on purpose, for as long as the connection does. */
export const LISTEN_METHOD = "subscriptions/listen";

/** Most messages of a list, as the SDK has it over HTTP. */
const MAX_BATCH_MESSAGES = 100;

/** What the methods that take arguments say of them, before the schema of a tool or a prompt says more. */
const ARGUMENT_SCHEMAS: Readonly<Record<string, FittedSchema>> = {
  "tools/call": { type: "object" },
  "prompts/get": { type: "object", additionalProperties: { type: "string" } },
};

/** The version of JSON-RPC, as it should be written, as a number, and left out. */
const VERSIONS: readonly unknown[] = ["2.0", 2, undefined, null];

/**
 * Returns the messages of a line or a body. Where clients write in another way what means the same, it is taken: a
 * byte order mark, members that the protocol does not have, null for what is left out. None of a blank line.
 */
export function readMcpMessages(bytes: Uint8Array): ReadMcpMessages {
  const { ParseError, InvalidRequest } = ProtocolErrorCode;
  const refuse = (code: number, reason: string): ReadMcpMessages => ({
    messages: [refuseBytes(bytes, { code, reason })],
    isBatch: false,
  });
  if (bytes.length > MAX_MESSAGE_BYTES) return refuse(TOO_LONG.code, TOO_LONG.reason);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse(ParseError, "Cannot read a message as it is not UTF-8");
  }
  if (text.trim() === "") return { messages: [], isBatch: false };
  if (isNestedDeeply(text)) {
    return refuse(InvalidRequest, "Cannot read a message as it is nested too deeply");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(ParseError, `Cannot read a message as it is not JSON: ${escapeControls(why)}`);
  }
  if (!Array.isArray(value)) return { messages: [readMessage(value, bytes)], isBatch: false };
  if (value.length === 0 || value.length > MAX_BATCH_MESSAGES) {
    const state = `current value is ${value.length}`;
    const rule = `must have 1 to ${MAX_BATCH_MESSAGES} messages: ${state}`;
    return refuse(InvalidRequest, `Cannot read a list of messages as it ${rule}`);
  }
  const encoder = new TextEncoder();
  const messages = value.map((each) => readMessage(each, encoder.encode(JSON.stringify(each))));
  return { messages, isBatch: true };
}

/** Returns the messages of a line, be they in a list, or several one behind the other. */
export function readMcpLine(bytes: Uint8Array): readonly ReadMessage[] {
  const { messages, isBatch } = readMcpMessages(bytes);
  const isRead = messages.every((read) => "message" in read);
  if (isRead || isBatch || bytes.length > MAX_MESSAGE_BYTES) return messages;
  const parts = splitJsonValues(bytes);
  return parts.length < 2 || parts.length > MAX_BATCH_MESSAGES
    ? messages
    : parts.flatMap((part) => readMcpMessages(part).messages);
}

/** What is wrong with a message: a code of JSON-RPC, and a sentence. */
export interface MessageFault {
  readonly code: number;
  readonly reason: string;
}

/**
 * Returns the refusal of a message that is answered.
 *
 * @param id Its id as JSON, as it was written: as a number it might lose digits.
 */
export function refuseMessage(id: string, { code, reason }: MessageFault): MessageRefusal {
  const error = JSON.stringify({ code, message: reason });
  return { reason, answer: `{"jsonrpc":"2.0","id":${id},"error":${error}}` };
}

function refuseBytes(bytes: Uint8Array, fault: MessageFault): ReadMessage {
  const finder = new IdFinder();
  finder.push(bytes);
  return { refusal: refuseMessage(finder.id, fault) };
}

function readMessage(value: unknown, bytes: Uint8Array): ReadMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuseBytes(bytes, invalid("it must be an object", value));
  }
  const members = value as Members;
  const { id, method } = members;
  if ((method ?? undefined) === undefined && hasOutcome(members)) return readResponse(members);
  const isNotification = typeof method === "string" && isLeftOut(id, method);
  const fault = findFault(members, isNotification);
  if (fault !== undefined) {
    return isNotification ? { refusal: { reason: fault.reason } } : refuseBytes(bytes, fault);
  }
  const params = readParams(members as Members & { readonly method: string });
  const message = {
    jsonrpc: "2.0",
    ...(isNotification ? {} : { id }),
    method,
    ...(params === undefined ? {} : { params }),
  };
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message)) return { message };
  const reason =
    'Cannot read a message as "_meta" of its "params" must be an object, and "progressToken" ' +
    `of it a string or a whole number: current value is ${show(params?.["_meta"])}`;
  return isNotification
    ? { refusal: { reason } }
    : refuseBytes(bytes, { code: ProtocolErrorCode.InvalidParams, reason });
}

function hasOutcome({ result, error }: Members): boolean {
  return result !== undefined || error !== undefined;
}

/** Returns whether a message has no id; null is one that is meant by those that write all members. */
function isLeftOut(id: unknown, method: string): boolean {
  return id === undefined || id === null && method.startsWith("notifications/");
}

/** Returns an answer of the client; one that can not be read is not answered in turn. */
function readResponse({ id, result, error }: Members): ReadMessage {
  const outcome = (error ?? undefined) === undefined ? { result } : { error };
  const message = { jsonrpc: "2.0", id, ...outcome };
  if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) return { message };
  return { refusal: { reason: "Cannot read an answer as it does not follow the protocol" } };
}

/** Returns what is wrong with the members of a request or a notification. */
function findFault(
  { jsonrpc, id, method, params }: Members,
  isNotification: boolean,
): MessageFault | undefined {
  if (!VERSIONS.includes(jsonrpc)) return invalid('its "jsonrpc" must be "2.0"', jsonrpc);
  if (typeof method !== "string") return invalid('its "method" must be a string', method);
  if (!isNotification && typeof id !== "string" && !Number.isSafeInteger(id)) {
    return invalid('its "id" must be a string or a whole number', id);
  }
  const isList = Array.isArray(params) && params.length > 0;
  if (isList || typeof (params ?? {}) !== "object") {
    const { reason } = invalid('its "params" must be an object', params);
    return { code: ProtocolErrorCode.InvalidParams, reason };
  }
  return undefined;
}

function invalid(rule: string, value: unknown): MessageFault {
  const state = value === undefined ? "it is missing" : `current value is ${show(value)}`;
  return {
    code: ProtocolErrorCode.InvalidRequest,
    reason: `Cannot read a message as ${rule}: ${state}`,
  };
}

/** Characters of a wrong value that are shown. */
const MAX_SHOWN_LENGTH = 80;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
}

/** Returns the parameters of a method without those that are null; undefined when there are none. */
function readParams(
  { method, params }: Members & { readonly method: string },
): Members | undefined {
  if (params === undefined || params === null || Array.isArray(params)) return undefined;
  const { arguments: given, ...rest } = params as Members;
  const read = dropNulls(rest) as Members;
  if ((given ?? undefined) === undefined) return read;
  const schema = ARGUMENT_SCHEMAS[method];
  return { ...read, arguments: schema === undefined ? given : fitToSchema(given, schema) };
}

function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => each === null ? [] : [[name, dropNulls(each)]]),
  );
}
