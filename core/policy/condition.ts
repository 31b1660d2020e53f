/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * What has to hold. Of several keys the first of `any`, `all`, `not`, `path` decides and the others are
 * ignored; one without any of them always holds.
 */
export interface Condition {
  /** Holds when one of them does; never when there is none. */
  readonly any?: readonly Condition[];
  /** Holds when all of them do; always when there is none. */
  readonly all?: readonly Condition[];
  /** Holds when this does not. */
  readonly not?: Condition;
  /** Which value is compared: keys and places of lists, joined by dots; all of the facts when empty. */
  readonly path?: string;
  /** How it is compared, such as `eq`. One that does not exist never holds. @default "eq" */
  readonly op?: string;
  /** What it is compared with. */
  readonly value?: JsonValue;
}
