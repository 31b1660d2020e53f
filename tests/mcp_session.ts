import {
  Client,
  StreamableHTTPClientTransport,
  type Transport as ModernTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as OldTransport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** Revision of the protocol of a client. */
export type Era = "2025-11-25" | "2026-07-28";

/** Parts of a tool's answer, in either era. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** Options of a tool call: abort, progress and structured content. */
export interface SessionCallOptions {
  /** True to request structured content. @default false */
  readonly isStructured?: boolean;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number; total?: number | undefined }) => void;
}

/** Listed tool. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

/** Listed resource. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
}

/** Listed prompt. */
export interface ListedPrompt {
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments?:
    | readonly { readonly name: string; readonly required?: boolean | undefined }[]
    | undefined;
}

/** Official client of an era, with the requests of tests. */
export interface McpSession extends AsyncDisposable {
  /** Negotiated revision. */
  readonly version: string | undefined;
  readonly instructions: string | undefined;
  listTools(cursor?: string): Promise<readonly ListedTool[]>;
  callTool(name: string, args: object, options?: SessionCallOptions): Promise<ToolResult>;
  listResources(cursor?: string): Promise<readonly ListedResource[]>;
  listTemplates(cursor?: string): Promise<readonly { readonly uriTemplate: string }[]>;
  readResource(uri: string): Promise<string>;
  /** Returns the metadata of a resource. */
  metaOf(uri: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Returns the media types of the parts of a resource. */
  typesOf(uri: string): Promise<readonly (string | undefined)[]>;
  listPrompts(cursor?: string): Promise<readonly ListedPrompt[]>;
  /** Returns the text of a prompt. */
  getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<string>;
  complete(template: string, argument: { name: string; value: string }): Promise<readonly string[]>;
}

const INFO = { name: "test", version: "1" };

/** Command that starts a server on standard input and output. */
export interface StdioServer {
  readonly commandLine: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns a client of an era that has started a server or connected to a URL. */
export async function openMcpSession(era: Era, server: StdioServer | URL): Promise<McpSession> {
  const session = era === "2026-07-28" ? await openModern(server) : await openOld(server);
  return session;
}

async function openModern(server: StdioServer | URL): Promise<McpSession> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const transport: ModernTransport = server instanceof URL
    ? new StreamableHTTPClientTransport(server)
    : new StdioClientTransport(toParameters(server));
  await client.connect(transport);
  return {
    version: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    listTools: async (cursor) => (await client.listTools({ cursor })).tools,
    callTool: async (name, args, { isStructured, ...options } = {}) =>
      await client.callTool(toCall(name, args, isStructured), options) as ToolResult,
    listResources: async (cursor) => (await client.listResources({ cursor })).resources,
    listTemplates: async (cursor) =>
      (await client.listResourceTemplates({ cursor })).resourceTemplates,
    readResource: async (uri) => textOf((await client.readResource({ uri })).contents),
    metaOf: async (uri) => (await client.readResource({ uri }))._meta,
    typesOf: async (uri) => typesIn((await client.readResource({ uri })).contents),
    listPrompts: async (cursor) => (await client.listPrompts({ cursor })).prompts,
    getPrompt: async (name, args) =>
      textIn((await client.getPrompt({ name, arguments: args })).messages),
    complete: async (uri, argument) =>
      (await client.complete({ ref: { type: "ref/resource", uri }, argument })).completion.values,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function openOld(server: StdioServer | URL): Promise<McpSession> {
  const client = new OldClient(INFO);
  const transport = server instanceof URL
    ? new OldHttpTransport(server)
    : new OldStdioTransport(toParameters(server));
  let version: string | undefined;
  const { setProtocolVersion } = transport as OldTransport;
  (transport as OldTransport).setProtocolVersion = (agreed: string) => {
    version = agreed;
    setProtocolVersion?.call(transport, agreed);
  };
  await client.connect(transport as OldTransport);
  return {
    version,
    instructions: client.getInstructions(),
    listTools: async (cursor) => (await client.listTools({ cursor })).tools,
    callTool: async (name, args, { isStructured, ...options } = {}) =>
      await client.callTool(toCall(name, args, isStructured), undefined, options) as ToolResult,
    listResources: async (cursor) => (await client.listResources({ cursor })).resources,
    listTemplates: async (cursor) =>
      (await client.listResourceTemplates({ cursor })).resourceTemplates,
    readResource: async (uri) => textOf((await client.readResource({ uri })).contents),
    metaOf: async (uri) => (await client.readResource({ uri }))._meta,
    typesOf: async (uri) => typesIn((await client.readResource({ uri })).contents),
    listPrompts: async (cursor) => (await client.listPrompts({ cursor })).prompts,
    getPrompt: async (name, args) =>
      textIn((await client.getPrompt({ name, arguments: args })).messages),
    complete: async (uri, argument) =>
      (await client.complete({ ref: { type: "ref/resource", uri }, argument })).completion.values,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function toCall(name: string, args: object, isStructured = false) {
  const meta = isStructured ? { _meta: { "dossier/structured": true } } : {};
  return { name, arguments: { ...args }, ...meta };
}

function toParameters({ commandLine: [command = "", ...args], environment }: StdioServer) {
  return { command, args, env: { ...environment }, stderr: "ignore" as const };
}

function textOf(contents: readonly object[]): string {
  return contents.map((part) => "text" in part ? String(part.text) : "").join("");
}

function typesIn(contents: readonly { readonly mimeType?: string | undefined }[]) {
  return contents.map(({ mimeType }) => mimeType);
}

function textIn(messages: readonly { readonly content: object }[]): string {
  return textOf(messages.map(({ content }) => content));
}
