/**
 * How a name is used: it is called, made anew, put in front of a definition as a decorator, or stands
 * there in another way, such as a type or a function that is passed on.
 */
export type CallKind = "call" | "new" | "decorator" | "use";

/** One place where a piece of code calls what goes by a name, or uses it. */
export interface Call {
  /** The name as written, without what qualifies it. */
  readonly name: string;
  /** How it is used. */
  readonly kind: CallKind;
  /** Line, 1-based. */
  readonly line: number;
  /** Offset of the name in UTF-16 code units. */
  readonly start: number;
  /**
   * What stands before the name, with dots: `os.path` in `os.path.join()` and `a` in `a::b()`. Empty
   * when it is no name, as in `f().g()`; undefined when the name stands alone.
   */
  readonly qualifier?: string;
}
