import type { FragmentPosition } from "../fragment/fragment.ts";
import type { Condition } from "./condition.ts";
import type { JsonValue } from "./json_value.ts";

/** Which file a hook is from; `builtin`, `context` and `infra` come with the program or its system space. */
export type HookOrigin = "user" | "profile" | "builtin" | "context" | "project" | "infra";

/** What a hook does: it gives a profile a parent, or fetches an item. */
export type HookAction =
  | {
    readonly kind: "extend";
    /** Id of the profile that becomes the parent. */
    readonly profile: string;
  }
  | {
    readonly kind: "fetch";
    /** What is done with the item, such as `fetch` or `execute`. */
    readonly primary: string;
    /** What it is, such as `knowledge`; empty when that is not said. */
    readonly itemType: string;
    readonly itemId: string;
    readonly parameters: Readonly<Record<string, JsonValue>>;
  };

/** What is done at an event when a condition holds. */
export interface Hook {
  /** Absent when the file gives none. */
  readonly id?: string;
  /** When it is asked: `route`, `system`, `start`, `continue`, or another program's name. */
  readonly event: string;
  /** Hooks of lower layers come first. Absent: that of its origin. */
  readonly layer?: number;
  readonly origin: HookOrigin;
  /** Where what it fetches stands: before or after the prompt. */
  readonly position: Exclude<FragmentPosition, "system">;
  /** Whether what it fetches is put between tags that say what it is. */
  readonly wrap: boolean;
  /** Absent: it always holds. */
  readonly condition?: Condition;
  /** All are done, one after the other. */
  readonly actions: readonly HookAction[];
  readonly description?: string;
}
