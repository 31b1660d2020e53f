import type { JSX } from "hono/jsx/jsx-runtime";
import { formatAge, formatCounted, formatTime } from "./figures.ts";
import type { KnownIndex, PageState } from "./page_state.ts";

/** How much is indexed, and how new that is. */
export function Freshness({ index, now }: Pick<PageState, "index" | "now">): JSX.Element {
  return (
    <p class="freshness">
      {index === undefined ? "The index can not be told" : <IndexState index={index} now={now} />}
    </p>
  );
}

function IndexState(
  { index, now }: { readonly index: KnownIndex; readonly now: number },
): JSX.Element {
  const { documents, chunks, updatedAt, refreshed, stale, pending = 0 } = index;
  if (updatedAt === undefined) return <>not indexed yet: the first question does it</>;
  const taken = refreshed === undefined
    ? 0
    : refreshed.added + refreshed.changed + refreshed.removed;
  return (
    <>
      {formatCounted(documents, "document")}, {formatCounted(chunks, "chunk")}, written{" "}
      <time datetime={updatedAt} title={formatTime(updatedAt)}>{formatAge(updatedAt, now)}</time>
      {taken > 0 ? `, ${formatCounted(taken, "change")} taken in just now` : ""}{" "}
      {stale === undefined ? "" : stale
        ? (
          <strong class="badge bad">
            may be behind, {formatCounted(pending, "file")} pending
          </strong>
        )
        : <strong class="badge good">up to date</strong>}
    </>
  );
}
