/** How a field is given on a command line. */
export interface Flag {
  /** As help writes it: `-b, --budget TOKENS`; a switch has no value, one in brackets may be left out. */
  readonly written: string;
  /** One line of help. */
  readonly summary: string;
  /** What a switch stands for. @default true */
  readonly value?: unknown;
  /** The only values, where these are not those of the field. */
  readonly choices?: readonly string[];
  /** What parts the values of a list in one word. @default each is a word of its own */
  readonly separator?: string;
  /** What is read from the file that the value names, in words for messages; `-` is standard input. */
  readonly fileContent?: string;
  /** Returns the value of all that is written for it; refuses what is none with a `UsageError`. */
  readonly parse?: (written: readonly string[]) => unknown;
  /** Whether it is only taken by what explains or lists; see `CommandBinding.flags`. */
  readonly mayBeEmpty?: boolean;
}

/** The words of a command line as a field. */
export interface OperandMessages {
  /** What they are, for messages: `"the query"`. A text is also taken from `--file`, or with `-` from standard input. */
  readonly what: string;
  /** What is said when there are none. */
  readonly none?: string;
  /** What is said when the text is empty. */
  readonly empty?: string;
}

/** What every field may say. */
interface Facts {
  /** One sentence for the document of the API. */
  readonly help?: string;
  readonly isRequired?: boolean;
  /** Its name among the schemas of the API, where it has one of its own. */
  readonly component?: string;
  /** Its value when it is left out. */
  readonly fallback?: unknown;
  /** How it is given on a command line; a later one that is given goes before an earlier one. */
  readonly flags?: readonly Flag[];
  /** Whether the words of a command line are it. */
  readonly operands?: OperandMessages;
  /** Whether only a caller who runs the program may give it: no edge takes it from others. */
  readonly isLocal?: boolean;
  /** Whether models are shown its sentence only, which costs less than its schema. */
  readonly isDescribedInProse?: boolean;
  /** More of its JSON Schema. */
  readonly extraSchema?: object;
}

/** What a value must be. */
export type FieldShape =
  | {
    readonly kind: "text";
    readonly min?: number;
    readonly max?: number;
    /** What it must match, and what is said otherwise. */
    readonly pattern?: readonly [pattern: RegExp, problem: string];
  }
  | { readonly kind: "integer" | "number"; readonly min?: number; readonly max?: number }
  /** What a component has is said by its schema, which the library has. */
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
    /** The only names, or the most characters of one. */
    readonly names?: readonly string[] | number;
    /** Most entries. */
    readonly max?: number;
  }
  | { readonly kind: "either"; readonly of: readonly RequestField[] };

/** One field of a request: plain data, from which flags, schemas and documents are made. */
export type RequestField<Value = unknown> = Facts & FieldShape & {
  /** Carries the type; never there. */
  readonly type?: Value;
};

/** Fields by their names. */
export type RequestFields = Readonly<Record<string, RequestField>>;

/** A field that must be given. */
type Required<F> = F & { readonly isRequired: true };

/** The value of a field. */
export type ValueOf<F> = F extends { readonly type?: infer Value } ? Exclude<Value, undefined>
  : never;

type RequiredNames<F extends RequestFields> = {
  [Name in keyof F]: F[Name] extends { readonly isRequired: true } ? Name : never;
}[keyof F];

/** The object that some fields describe. */
export type ObjectOf<F extends RequestFields> =
  & { readonly [Name in RequiredNames<F>]: ValueOf<F[Name]> }
  & { readonly [Name in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[Name]> };

/** The request that some fields describe; a field that is undefined is one that is left out. */
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

/** Returns a field that is yes or no. */
export function booleanField(help: string): RequestField<boolean> {
  return { kind: "boolean", help };
}

/** Returns a field for one of some words. */
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

/** Returns a field of an answer for what a schema of the library says. */
export function componentField<Value>(component: string): RequestField<Value> {
  return { kind: "component", component };
}

/** Returns a field that must be given. */
export function required<F extends RequestField>(field: F): Required<F> {
  return { ...field, isRequired: true };
}

/** Returns a field with other words, or more facts. */
export function withFacts<F extends RequestField>(field: F, facts: Facts): F {
  return { ...field, ...facts };
}

/** Returns a field that a command line gives with an option. */
export function withFlag<F extends RequestField>(
  field: F,
  written: string,
  summary: string,
  more: Omit<Flag, "written" | "summary"> = {},
): F {
  return { ...field, flags: [...field.flags ?? [], { ...more, written, summary }] };
}
