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
import { MessageIdFinder } from "./message_id_finder.ts";
import { splitJsonValues } from "./line_splitter.ts";

/** Reason why a text is not an acceptable message, and the response to its sender. */
export interface MessageRefusal {
  /** Reason in one sentence. */
  readonly reason: string;
  /** Response as JSON; absent for messages that expect none, such as notifications. */
  readonly answer?: string;
}

/** Message of the protocol, or the reason why there is none. */
export type ParsedMessage =
  | { readonly message: JSONRPCMessage }
  | { readonly refusal: MessageRefusal };

/** All messages of one line or one body. */
export interface ParsedMessages {
  readonly messages: readonly ParsedMessage[];
  /** True when they came as a list, which the protocol of 2025-03-26 has. */
  readonly isBatch: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Maximum number of bytes of a message, as of any body over HTTP. */
export const MAX_MESSAGE_BYTES: number = 4 * 1024 * 1024;

/** Fault of a longer message. */
export const MESSAGE_TOO_LONG: MessageFault = {
  code: ProtocolErrorCode.InvalidRequest,
  reason: `Cannot read a message as it must have at most ${MAX_MESSAGE_BYTES} bytes: it has more`,
};

/** Method of a request that stays open on purpose, as long as the connection. */
export const LISTEN_METHOD = "subscriptions/listen";

/** Maximum number of messages of a list: the limit of the SDK over HTTP. */
const MAX_BATCH_MESSAGES = 100;

/** Schemas of the arguments of methods. The schemas of tools and prompts are more specific. */
const ARGUMENT_SCHEMAS: Readonly<Record<string, FittedSchema>> = {
  "tools/call": { type: "object" },
  "prompts/get": { type: "object", additionalProperties: { type: "string" } },
};

/** Accepted versions of JSON-RPC: the correct text, a number, and none. */
const VERSIONS: readonly unknown[] = ["2.0", 2, undefined, null];

/**
 * Returns the messages of a line or a body; none for a blank line. Deviations of clients with a
 * clear meaning are accepted: a byte order mark, members that the protocol does not have, and null
 * for an omitted value.
 */
export function readMcpMessages(bytes: Uint8Array): ParsedMessages {
  const { ParseError, InvalidRequest } = ProtocolErrorCode;
  const refuse = (code: number, reason: string): ParsedMessages => ({
    messages: [refuseBytes(bytes, { code, reason })],
    isBatch: false,
  });
  if (bytes.length > MAX_MESSAGE_BYTES) {
    return refuse(MESSAGE_TOO_LONG.code, MESSAGE_TOO_LONG.reason);
  }
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

/** Returns the messages of a line, in a list, or several one after another. */
export function readMcpLine(bytes: Uint8Array): readonly ParsedMessage[] {
  const { messages, isBatch } = readMcpMessages(bytes);
  const isRead = messages.every((read) => "message" in read);
  if (isRead || isBatch || bytes.length > MAX_MESSAGE_BYTES) return messages;
  const parts = splitJsonValues(bytes);
  return parts.length < 2 || parts.length > MAX_BATCH_MESSAGES
    ? messages
    : parts.flatMap((part) => readMcpMessages(part).messages);
}

/** Fault of a message: a code of JSON-RPC, and a sentence. */
export interface MessageFault {
  readonly code: number;
  readonly reason: string;
}

/**
 * Returns the refusal of a message that gets a response.
 *
 * @param id Its id as JSON, as it was written. As a number it might lose digits.
 */
export function refuseMessage(id: string, { code, reason }: MessageFault): MessageRefusal {
  const error = JSON.stringify({ code, message: reason });
  return { reason, answer: `{"jsonrpc":"2.0","id":${id},"error":${error}}` };
}

function refuseBytes(bytes: Uint8Array, fault: MessageFault): ParsedMessage {
  const finder = new MessageIdFinder();
  finder.push(bytes);
  return { refusal: refuseMessage(finder.id, fault) };
}

function readMessage(value: unknown, bytes: Uint8Array): ParsedMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuseBytes(bytes, invalid("it must be an object", value));
  }
  const members = value as Members;
  const { id, method } = members;
  if ((method ?? undefined) === undefined && hasOutcome(members)) return readResponse(members);
  const isNotification = typeof method === "string" && isWithoutId(id, method);
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

/**
 * Returns true when a message has no id. Clients that write all members write null for a missing
 * id.
 */
function isWithoutId(id: unknown, method: string): boolean {
  return id === undefined || id === null && method.startsWith("notifications/");
}

/** Returns a response of the client. A response that cannot be read gets no response. */
function readResponse({ id, result, error }: Members): ParsedMessage {
  const outcome = (error ?? undefined) === undefined ? { result } : { error };
  const message = { jsonrpc: "2.0", id, ...outcome };
  if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) return { message };
  return { refusal: { reason: "Cannot read an answer as it does not follow the protocol" } };
}

/** Returns the fault in the members of a request or a notification. */
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

/** Maximum number of characters of a wrong value that are shown. */
const MAX_SHOWN_LENGTH = 80;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
}

/**
 * Returns the parameters of a method without those that are null; undefined when there are none.
 */
function readParams(
  { method, params }: Members & { readonly method: string },
): Members | undefined {
  if (params === undefined || params === null || Array.isArray(params)) return undefined;
  const { arguments: args, ...rest } = params as Members;
  const read = removeNulls(rest) as Members;
  if ((args ?? undefined) === undefined) return read;
  const schema = ARGUMENT_SCHEMAS[method];
  return { ...read, arguments: schema === undefined ? args : fitToSchema(args, schema) };
}

function removeNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === null ? [] : [[name, removeNulls(each)]]
    ),
  );
}
