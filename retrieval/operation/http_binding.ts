import type { RequestFields } from "./field.ts";

/** Media type of most answers. */
export const JSON_TYPE = "application/json";

/** Media type of event streams. */
export const EVENTS_TYPE = "text/event-stream";

/** Successful answer over HTTP. */
export interface HttpAnswer {
  /** Media type. */
  readonly type: string;
  /** Name of the schema of the body; absent for text. */
  readonly schema?: string;
  /** Fields of the body, when it has no schema in the library. */
  readonly fields?: RequestFields;
  /** Name of the schema of each event of a stream. */
  readonly events?: string;
  /** HTTP status. @default 200 */
  readonly status?: number;
}

/** Header of successful answers. */
export interface HttpHeader {
  readonly name: string;
  /** Summary in one line. */
  readonly summary: string;
  /** True when every successful answer has it. */
  readonly isRequired: boolean;
  /** JSON Schema of its value. */
  readonly schema: object;
  /** HTTP status of the answers with it. @default 200 */
  readonly status?: number;
}

/** Body in another format than JSON, with its headers. */
export interface EncodedAnswer {
  readonly text: string;
  /** Media type, with its character set. */
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Binding of an operation to HTTP. */
export interface HttpBinding<Request, Answer> {
  readonly method: "get" | "post";
  /** Path in the notation of OpenAPI (`/v1/log/{id}`). */
  readonly path: string;
  /** Summary in one line. @default that of the operation */
  readonly summary?: string;
  /** Field of the path that may contain slashes. */
  readonly multiSegmentField?: string;
  /** Answers, the default first. Events report the progress and finally the answer. */
  readonly answers: readonly HttpAnswer[];
  /** Headers besides those of every answer. */
  readonly headers?: readonly HttpHeader[];
  /** Codes of its problems, besides those of every route. */
  readonly problems: readonly string[];
  /** Field with the format of the answer, which is filled from the `Accept` header. */
  readonly formatField?: string;
  /** Returns the body. @default the answer */
  toBody?(answer: Answer, request: Request): unknown;
  /** Returns the body as a text, when it is not JSON. */
  write?(answer: Answer, request: Request): EncodedAnswer;
}
