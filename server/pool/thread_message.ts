import type { PlainError } from "./plain_error.ts";

/** What a thread is told. */
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

/** What a thread says. */
export type FromThread =
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: PlainError }
  | { readonly kind: "progress"; readonly id: number; readonly progress: unknown }
  | { readonly kind: "notice"; readonly notice: unknown }
  | { readonly kind: "closed" };
