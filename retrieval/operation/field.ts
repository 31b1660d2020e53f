/** Option of a field on the command line. */
export interface Flag {
  /**
   * Notation in help: `-b, --budget TOKENS`; a switch has no value, and a value in brackets may be
   * omitted.
   */
  readonly written: string;
  /** One line of help. */
  readonly summary: string;
  /** Value of a switch. @default true */
  readonly value?: unknown;
  /** Only accepted values. @default those of the field */
  readonly choices?: readonly string[];
  /** Separator of the values of a list in one word. @default each value is a separate word */
  readonly separator?: string;
  /**
   * Name of the content of the file that the value names, for messages; `-` is standard input.
   * @default the value is not a file
   */
  readonly fileContent?: string;
  /** Returns the value of all written occurrences; rejects an invalid one with a `UsageError`. */
  readonly parse?: (written: readonly string[]) => unknown;
}

/** Messages about the operands of a command line that are the value of a field. */
export interface OperandMessages {
  /**
   * Name of the operands in messages: `"the query"`. A text is also read from `--file`, or with `-`
   * from standard input.
   */
  readonly what: string;
  /** Message when there are no operands. */
  readonly none?: string;
  /** Message when the text is empty. */
  readonly empty?: string;
}

/** Common properties of fields. */
interface Facts {
  /** Description in one sentence, for the API document. */
  readonly help?: string;
  readonly isRequired?: boolean;
  /** Name of its schema in the API, if it has one. */
  readonly component?: string;
  /** Default value. */
  readonly fallback?: unknown;
  /** Options on the command line; a later one overrides an earlier one. */
  readonly flags?: readonly Flag[];
  /** Messages about the operands, when they are the value of the field. */
  readonly operands?: OperandMessages;
  /** True when only a caller on this machine may set it: servers do not accept it. */
  readonly isLocal?: boolean;
  /** True when models see only its description, which costs less than its schema. */
  readonly isDescribedInProse?: boolean;
  /** Further keywords of its JSON Schema. */
  readonly extraSchema?: object;
}

/** Type of a value, with its limits. */
export type FieldShape =
  | {
    readonly kind: "text";
    readonly min?: number;
    readonly max?: number;
    /** Pattern that it must match, and the message when it does not. */
    readonly pattern?: readonly [pattern: RegExp, problem: string];
  }
  | { readonly kind: "integer" | "number"; readonly min?: number; readonly max?: number }
  /** The content of a component is defined by its schema in the library. */
  | { readonly kind: "boolean" | "any" | "component" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | {
    readonly kind: "list";
    readonly of: RequestField;
    readonly min?: number;
    readonly max?: number;
  }
  | { readonly kind: "object"; readonly fields: RequestFields; readonly isOpen?: boolean }
  | {
    /** Values by name. */
    readonly kind: "table";
    readonly of: RequestField;
    /** Only accepted names, or the maximum number of characters of a name. */
    readonly names?: readonly string[] | number;
    /** Maximum number of entries. */
    readonly max?: number;
  }
  | { readonly kind: "either"; readonly of: readonly RequestField[] };

/** Field of a request: plain data, from which flags, schemas and documents are generated. */
export type RequestField<Value = unknown> = Facts & FieldShape & {
  /** Carries the type; never present. */
  readonly type?: Value;
};

/** Fields by their names. */
export type RequestFields = Readonly<Record<string, RequestField>>;

/** A field that must be given. */
type Required<F> = F & { readonly isRequired: true };

/** Type of the value of a field. */
export type ValueOf<F> = F extends { readonly type?: infer Value } ? Exclude<Value, undefined>
  : never;

type RequiredNames<F extends RequestFields> = {
  [Name in keyof F]: F[Name] extends { readonly isRequired: true } ? Name : never;
}[keyof F];

/** Type of the object that some fields describe. */
export type ObjectOf<F extends RequestFields> =
  & { readonly [Name in RequiredNames<F>]: ValueOf<F[Name]> }
  & { readonly [Name in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[Name]> };

/** Type of the request that some fields describe; an `undefined` field counts as absent. */
export type RequestOf<F extends RequestFields> =
  & { readonly [Name in RequiredNames<F>]: ValueOf<F[Name]> }
  & { readonly [Name in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[Name]> | undefined };

/** Returns a field for a text. */
export function textField<Value extends string = string>(
  help: string,
  limits: Omit<Extract<FieldShape, { kind: "text" }>, "kind"> = {},
): RequestField<Value> {
  return { kind: "text", help, ...limits };
}

/** Returns a field for a whole number. */
export function integerField(
  help: string,
  limits: { readonly min?: number; readonly max?: number } = {},
): RequestField<number> {
  return { kind: "integer", help, ...limits };
}

/** Returns a field for a boolean. */
export function booleanField(help: string): RequestField<boolean> {
  return { kind: "boolean", help };
}

/** Returns a field for one of several words. */
export function choiceField<const Word extends string>(
  help: string,
  choices: readonly Word[],
): RequestField<Word> {
  return { kind: "choice", help, choices };
}

/** Returns a field for a list. */
export function listField<Item>(
  help: string,
  of: RequestField<Item>,
  limits: { readonly min?: number; readonly max?: number } = {},
): RequestField<readonly Item[]> {
  return { kind: "list", help, of, ...limits };
}

/** Returns a field for an object of other fields. */
export function objectField<F extends RequestFields>(
  help: string,
  fields: F,
): RequestField<ObjectOf<F>> {
  return { kind: "object", help, fields };
}

/** Returns a field for values by name. */
export function mapField<Value>(
  help: string,
  of: RequestField<Value>,
  limits: { readonly names?: readonly string[] | number; readonly max?: number } = {},
): RequestField<Readonly<Record<string, Value>>> {
  return { kind: "table", help, of, ...limits };
}

/** Returns a field of an answer with a schema of the library. */
export function componentField<Value>(component: string): RequestField<Value> {
  return { kind: "component", component };
}

/** Returns a field as a required one. */
export function required<F extends RequestField>(field: F): Required<F> {
  return { ...field, isRequired: true };
}

/** Returns a field with changed properties. */
export function withFacts<F extends RequestField>(field: F, facts: Facts): F {
  return { ...field, ...facts };
}

/** Returns a field with an option on the command line. */
export function withFlag<F extends RequestField>(
  field: F,
  written: string,
  summary: string,
  more: Omit<Flag, "written" | "summary"> = {},
): F {
  return { ...field, flags: [...field.flags ?? [], { ...more, written, summary }] };
}
