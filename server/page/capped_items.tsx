import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted } from "./figures.ts";

/** Most items of a list: whoever wants more than that asks for it by program. */
const MAX_ITEMS = 200;

/** The items of a list, each by `render`; a last one says how many are left out, where some are. */
export function CappedItems<Item>({ items, noun, render, most = MAX_ITEMS }: {
  readonly items: readonly Item[];
  /** What one of them is. */
  readonly noun: string;
  readonly render: (item: Item) => Child;
  /** Most items. @default {200} */
  readonly most?: number;
}): JSX.Element {
  const rest = items.length - most;
  return (
    <>
      {items.slice(0, most).map(render)}
      {rest > 0 ? <li class="faint">and {formatCounted(rest, `more ${noun}`)}</li> : ""}
    </>
  );
}
