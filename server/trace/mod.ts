import type { Attributes } from "@opentelemetry/api";

/** Carrier of a span to another thread: `traceparent` and, if present, `tracestate`. */
export type TraceCarrier = Readonly<Record<string, string>>;

/** Time span in the past, in milliseconds since 1970. */
interface PastSpan {
  readonly startTime: number;
  readonly endTime: number;
}

/**
 * Key under which the runtime keeps the exporter of spans, when it was started with
 * `OTEL_DENO=true`.
 */
const EXPORTER_KEY = Symbol.for("opentelemetry.js.api.1");

const TRACER_NAME = "dossier";

/** Imported only when spans are exported, as it takes longer to load than an answer. */
const API = EXPORTER_KEY in globalThis ? import("@opentelemetry/api") : undefined;

/** Returns the result of `work`, whose duration is exported as a span inside of the current one. */
export async function withSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  attributes: Attributes = {},
): Promise<Result> {
  if (API === undefined) return await work();
  const { trace, SpanStatusCode } = await API;
  return await trace.getTracer(TRACER_NAME).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // The message may contain parts of the request; the code is enough.
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Exports a past time span inside of the current one. */
export async function recordSpan(name: string, { startTime, endTime }: PastSpan): Promise<void> {
  if (API === undefined) return;
  const { trace } = await API;
  trace.getTracer(TRACER_NAME).startSpan(name, { startTime }).end(endTime);
}

/** Names the route in the current span, which is that of the whole request. */
export async function nameRequestSpan(method: string, route: string): Promise<void> {
  if (API === undefined) return;
  const { trace } = await API;
  trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttribute("http.route", route);
}

/**
 * Returns a carrier of the current span for another thread; undefined when no spans are exported.
 */
export async function injectSpan(): Promise<TraceCarrier | undefined> {
  if (API === undefined) return undefined;
  const { context, propagation } = await API;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Returns the result of `work`, which runs inside of a span of another thread. */
export async function withRemoteSpan<Result>(
  carrier: TraceCarrier | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (API === undefined || carrier === undefined) return await work();
  const { context, propagation } = await API;
  return await context.with(propagation.extract(context.active(), carrier), work);
}
