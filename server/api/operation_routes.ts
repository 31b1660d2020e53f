import type { AnyOperation, RequestField } from "@dossier/retrieval/operation";
import { EVENTS_TYPE } from "@dossier/retrieval/operation";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type * as z from "zod";
import { toProblem } from "../problem/mod.ts";
import {
  callOptions,
  negotiateFormat,
  negotiateType,
  readBody,
  readParameters,
  type RequestEnv,
} from "../request/mod.ts";
import { type AnyRequest, requestSchema } from "../schema/mod.ts";
import { findServedRoot, type Service } from "../service/mod.ts";
import type { Route, RouteParameter } from "./route.ts";

/** Returns the route of an operation, or none when the operation has no route over HTTP. */
export function toRoutes(operation: AnyOperation): Route[] {
  const { http, name, summary, fields, component } = operation;
  if (http === undefined) return [];
  const { method, path, answers, headers, problems } = http;
  const isRead = method === "get";
  const parameters = listParameters(operation, path);
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  return [{
    method,
    path,
    name,
    summary: http.summary ?? summary,
    parameters: isRead ? parameters : inPath,
    ...(isRead || component === undefined
      ? {}
      : { body: component, bodySchema: bodySchema(operation, inPath) }),
    answers,
    ...(headers !== undefined && { headers }),
    problems,
    async handle(context, service) {
      const request = isRead
        ? await readParameters(context, requestSchema(operation), listNumbers(fields))
        : await readBody(context, requestSchema(operation));
      return await answer(operation, request, { context, service });
    },
  }];
}

/** Returns the schema of a body, without the fields that the path has. */
function bodySchema(operation: AnyOperation, inPath: readonly RouteParameter[]): z.ZodType {
  const schema = requestSchema(operation);
  if (inPath.length === 0) return schema;
  const named = Object.fromEntries(inPath.map(({ name }) => [name, true]));
  return (schema as unknown as z.ZodObject).omit(named as Record<never, true>);
}

/** Returns the parameters of an operation, those of the path first. */
function listParameters(
  { fields, http }: AnyOperation,
  path: string,
): readonly RouteParameter[] {
  const parameters = Object.entries(fields).filter(([, { isLocal = false }]) => !isLocal)
    .map(([name, field]): RouteParameter => ({
      name,
      in: path.includes(`{${name}}`) ? "path" : "query",
      field,
      hasSlashes: http?.multiSegmentField === name,
    }));
  return parameters.toSorted((a, b) => Number(b.in === "path") - Number(a.in === "path"));
}

function listNumbers(fields: Readonly<Record<string, RequestField>>): readonly string[] {
  return Object.entries(fields).filter(([, { kind }]) => kind === "integer").map(([name]) => name);
}

/** Request that is being answered, and the service that answers it. */
interface Exchange {
  readonly context: Context<RequestEnv>;
  readonly service: Service;
}

/** Answers in the format that the request names, or else in one that the client accepts. */
async function answer(
  { name, http }: AnyOperation,
  received: AnyRequest,
  { context, service }: Exchange,
): Promise<Response> {
  const { formatField, toBody, write, answers } = http!;
  const isStream = answers.some(({ events }) => events !== undefined);
  // When events are being sent, it is too late for an error status.
  if (isStream) findServedRoot(service.roots, received.root);
  if (isStream && negotiateType(context, answers.map(({ type }) => type)) === EVENTS_TYPE) {
    return streamRun(name, received, { context, service });
  }
  const request = formatField === undefined
    ? received
    : { ...received, [formatField]: received[formatField] ?? negotiateFormat(context) };
  const result = await service.call(name, request, callOptions(context));
  if (write === undefined) {
    return context.json((toBody === undefined ? result : toBody(result, request)) as object);
  }
  const { text, type, headers = {} } = write(result, request);
  return context.body(text, 200, { "Content-Type": type, ...headers });
}

/** Answers with `progress` events, and finally with `done` and the answer, or with `problem`. */
function streamRun(name: string, request: object, { context, service }: Exchange): Response {
  return streamSSE(context, async (stream) => {
    const clientAbort = new AbortController();
    stream.onAbort(() => clientAbort.abort());
    const { signal } = callOptions(context);
    const send = (event: string, data: unknown) =>
      stream.writeSSE({ event, data: JSON.stringify(data) });
    try {
      const report = await service.call(name, request, {
        signal: AbortSignal.any([signal, clientAbort.signal]),
        onProgress: (progress) => void send("progress", progress),
      });
      await send("done", report);
    } catch (error) {
      await send("problem", toProblem(error));
    }
  });
}
