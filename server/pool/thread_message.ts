import { ContextError, isContextError } from "@dossier/core/errors";
import { RetrievalError, type RetrievalErrorCode } from "@dossier/retrieval";
import { ServerError, type ServerErrorCode } from "../problem/mod.ts";

/** A message to a thread. */
export type ToThread =
  | { readonly kind: "open"; readonly settings: unknown }
  | {
    readonly kind: "call";
    readonly id: number;
    readonly method: string;
    readonly request: unknown;
  }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "close" };

/** A message from a thread. */
export type FromThread =
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: PlainError }
  | { readonly kind: "progress"; readonly id: number; readonly progress: unknown }
  | { readonly kind: "notice"; readonly notice: unknown }
  | { readonly kind: "closed" };

/** An error on its way from one thread to another, where its class is lost. */
interface PlainError {
  /** Which layer's codes its code is one of; undefined without a code. */
  readonly layer: "core" | "retrieval" | "server" | undefined;
  /** Empty when it has none. */
  readonly code: string;
  /** Name of its class, for those without a code. */
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** Returns what another thread has to know of an error. */
export function toPlainError(error: unknown): PlainError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!isContextError(error)) return { layer: undefined, code: "", name, message, stack };
  const layer = error instanceof RetrievalError
    ? "retrieval"
    : error instanceof ServerError
    ? "server"
    : "core";
  return { layer, code: error.code, name, message, stack };
}

/**
 * Returns an error of the class that the original had, where that has a code; any other is an `Error`
 * whose sentence starts with the name of its class.
 */
export function fromPlainError({ layer, code, name, message, stack }: PlainError): Error {
  const options = { cause: stack };
  switch (layer) {
    case "retrieval":
      return new RetrievalError(code as RetrievalErrorCode, message, options);
    case "server":
      return new ServerError(code as ServerErrorCode, message, options);
    case "core":
      return new ContextError(code, message, options);
    case undefined:
      return new Error(name === "Error" ? message : `${name}: ${message}`, options);
  }
}
