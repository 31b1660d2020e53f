import type { RequestFields } from "./field.ts";

/** The media type of most answers. */
export const JSON_TYPE = "application/json";

/** The media type of streams of events. */
export const EVENTS_TYPE = "text/event-stream";

/** An answer over HTTP when all goes well. */
export interface HttpAnswer {
  /** The media type. */
  readonly type: string;
  /** Name of the schema of the body; text when there is none. */
  readonly schema?: string;
  /** The fields of the body, where none of the schemas of the library is that. */
  readonly fields?: RequestFields;
  /** Name of the schema of each event of a stream, which as a whole has none. */
  readonly events?: string;
  /** HTTP status. @default 200 */
  readonly status?: number;
}

/** A header of the answers when all goes well. */
export interface HttpHeader {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** Whether every such answer has it. */
  readonly isRequired: boolean;
  /** JSON Schema of its value. */
  readonly schema: object;
  /** HTTP status of the answers that have it. @default 200 */
  readonly status?: number;
}

/** A body that is no JSON, and what goes with it. */
export interface EncodedAnswer {
  readonly text: string;
  /** The media type, with its character set. */
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How an operation is asked over HTTP. */
export interface HttpBinding<Request, Answer> {
  readonly method: "get" | "post";
  /** As OpenAPI writes it (`/v1/log/{id}`). */
  readonly path: string;
  /** One line, where it is another than that of the operation. */
  readonly summary?: string;
  /** A field of the path that goes on behind slashes. */
  readonly multiSegmentField?: string;
  /** The default first. Where one is of events, these tell the progress and at last the answer. */
  readonly answers: readonly HttpAnswer[];
  /** Besides those of every answer. */
  readonly headers?: readonly HttpHeader[];
  /** Codes of its problems, besides those on the way to any route. */
  readonly problems: readonly string[];
  /** The field that says in which format the answer is, and is filled by what the client accepts. */
  readonly formatField?: string;
  /** Returns the body, where it is not the answer as it is. */
  toBody?(answer: Answer, request: Request): unknown;
  /** Returns the body as a text, where it is not JSON. */
  write?(answer: Answer, request: Request): EncodedAnswer;
}
