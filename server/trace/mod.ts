import type { Attributes } from "@opentelemetry/api";

/** Carries a span to another thread: `traceparent` and, where there is one, `tracestate`. */
export type TraceCarrier = Readonly<Record<string, string>>;

/** A stretch of time that is over, in milliseconds since 1970. */
interface PastSpan {
  readonly startTime: number;
  readonly endTime: number;
}

/** Where the runtime keeps what exports spans, when it was started with `OTEL_DENO=true`. */
const EXPORTER_KEY = Symbol.for("opentelemetry.js.api.1");

const TRACER_NAME = "dossier";

/** Imported only where spans are exported: it takes longer to load than an answer takes. */
const API = EXPORTER_KEY in globalThis ? import("@opentelemetry/api") : undefined;

/** Returns what `work` returns; what it takes is exported as a span inside of the current one. */
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
      // Its sentence may hold what was asked; the code is enough.
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Exports what has passed as a span inside of the current one. */
export async function recordSpan(name: string, { startTime, endTime }: PastSpan): Promise<void> {
  if (API === undefined) return;
  const { trace } = await API;
  trace.getTracer(TRACER_NAME).startSpan(name, { startTime }).end(endTime);
}

/** Says which route the current span, that of the whole request, is about. */
export async function nameRequestSpan(method: string, route: string): Promise<void> {
  if (API === undefined) return;
  const { trace } = await API;
  trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttribute("http.route", route);
}

/** Returns what carries the current span to another thread; undefined when none is exported. */
export async function injectSpan(): Promise<TraceCarrier | undefined> {
  if (API === undefined) return undefined;
  const { context, propagation } = await API;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Returns what `work` returns, with what it takes inside of a span of another thread. */
export async function withRemoteSpan<Result>(
  carrier: TraceCarrier | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (API === undefined || carrier === undefined) return await work();
  const { context, propagation } = await API;
  return await context.with(propagation.extract(context.active(), carrier), work);
}
