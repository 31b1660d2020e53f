/** Types that a function is generic in. */
const GENERICS_REGEXP = /<[^<>]*>|\[\.{3}\]/g;

/** What is said of a call beside its name: `[as open]` of JavaScript, `block in` of Ruby. */
const REMARK_REGEXP = /\s\[as [^\]]+\]|^.*\b(?:in|of) (?=\S+$)/g;

/** The folders in front of the package of Go, and the receiver of a method: `host/app.(*Store).open`. */
const PACKAGE_REGEXP = /^[\w.@~-]+(?:\/[\w.@~-]+)*\/(?=[A-Za-z_][\w-]*\.)/;
const RECEIVER_REGEXP = /[(){}*]/g;

const SEPARATOR_REGEXP = /\.|::|#|->|\\+|\/(?=\d)/;
const NAME_REGEXP = /^[\w$]+$/;

/** Functions without a name of their own, as languages call them, and what stands for all classes. */
const NAMELESS_REGEXP =
  /^(?:func\d+|\d+|lambda\$.*|closure|anonymous|eval|Object|Function|Module|Array|Class)$/;

/**
 * Returns the names of a function of a stack trace from the outermost to its own, without those of closures
 * in it; nothing for code that is in no function.
 *
 * @example
 * ```ts
 * import { frameNames } from "@dossier/core/query";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(frameNames("example.org/app/store.(*Store).open.func1"), ["store", "Store", "open"]);
 * assert.deepEqual(frameNames("axum::routing::Router<S>::nest"), ["axum", "routing", "Router", "nest"]);
 * assert.deepEqual(frameNames("Object.<anonymous>"), []);
 * ```
 */
export function frameNames(symbol: string): readonly string[] {
  const bare = symbol.replace(REMARK_REGEXP, "").replace(GENERICS_REGEXP, "")
    .replace(PACKAGE_REGEXP, "").replace(RECEIVER_REGEXP, "");
  return bare.split(SEPARATOR_REGEXP)
    .filter((name) => NAME_REGEXP.test(name) && !NAMELESS_REGEXP.test(name));
}
