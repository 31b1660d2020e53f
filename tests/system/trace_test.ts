import assert from "node:assert/strict";
import { SERVED_URL_REGEXP, ServeTask } from "../serve_task.ts";
import { TempWorkspace } from "../temp_workspace.ts";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
}

/** Receives what OpenTelemetry exports, as a collector does. */
class Collector implements AsyncDisposable {
  readonly spans: Span[] = [];
  /** All received data, as text. */
  text = "";
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const body = await request.text();
      this.text += body;
      for (const { scopeSpans } of JSON.parse(body).resourceSpans ?? []) {
        for (const { spans } of scopeSpans) this.spans.push(...spans);
      }
      return Response.json({});
    },
  );

  /** Variables that make a process export to this receiver. */
  get variables(): Readonly<Record<string, string>> {
    return {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${this.#server.addr.port}`,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

Deno.test("deno task serve exports a span for each step of an answer, without the question", async () => {
  using workspace = new TempWorkspace({
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
  });
  workspace.initialize();
  await using collector = new Collector();
  await using task = new ServeTask(workspace, ["--port", "0"], collector.variables);
  const url = await task.read(SERVED_URL_REGEXP);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const response = await fetch(`${url}/v1/context`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ query: "hunter2 retry", format: "markdown" }),
  });
  assert.match(await response.text(), /def retry_upload/);
  // The rest is exported when the process ends.
  task.kill("SIGTERM");
  assert.equal(await task.end(), 0);

  const spans = collector.spans.filter((span) => span.traceId === traceId);
  const parentOf = (name: string) => {
    const { parentSpanId } = spans.find((span) => span.name === name) ?? assert.fail(name);
    return spans.find(({ spanId }) => spanId === parentSpanId)?.name;
  };
  const request = "POST /v1/context";
  assert.equal(parentOf(request), undefined);
  for (const step of ["validate", "refresh", "queue", "answer"]) {
    assert.equal(parentOf(step), request, step);
  }
  for (const step of ["embed", "rank", "pack", "record", "render"]) {
    assert.equal(parentOf(step), "answer", step);
  }
  assert.doesNotMatch(collector.text, /hunter2|retry_upload/);
});
