import type { BundleIndex } from "@dossier/core";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ServedRoot } from "../service/service.ts";
import { assetUrl } from "./assets.ts";
import { formatAge, formatCounted, formatTime } from "./figures.ts";
import { pageUrl } from "./page_url.ts";
import { PlainText } from "./plain_text.tsx";

/** What is known of an index: as a bundle found it, or as it is without being compared with its tree. */
export type KnownIndex =
  & Pick<BundleIndex, "documents" | "chunks">
  & Partial<Pick<BundleIndex, "refreshed" | "stale" | "pending">>
  & { readonly updatedAt: string | undefined };

/** What every page is drawn from. */
export interface PageState {
  /** The trees that are served. */
  readonly roots: readonly ServedRoot[];
  /** Name of the one that the page is about. */
  readonly root: string;
  /** Its index; undefined when it can not be told. */
  readonly index: KnownIndex | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A whole page around its content. */
export function PageFrame({ title, state, current, children }: {
  readonly title: string;
  readonly state: PageState;
  /** Which entry of the navigation the page is. */
  readonly current?: "ask" | "log" | undefined;
  readonly children?: Child;
}): JSX.Element {
  const { root, roots } = state;
  const named = { root: roots.length > 1 ? root : undefined };
  return (
    <>
      {raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{`${title} · dossier`}</title>
          <link rel="icon" type="image/svg+xml" href={assetUrl("/favicon.ico")} />
          <link rel="stylesheet" href={assetUrl("/assets/page.css")} />
          <script type="module" src={assetUrl("/assets/page.js")}></script>
        </head>
        <body>
          <a class="skip" href="#main">Skip to the content</a>
          <header>
            <a class="brand" href={pageUrl("/", named)}>dossier</a>
            <nav aria-label="Pages">
              <a href={pageUrl("/", named)} aria-current={current === "ask" ? "page" : undefined}>
                Ask
              </a>
              <a
                href={pageUrl("/log", named)}
                aria-current={current === "log" ? "page" : undefined}
              >
                Log
              </a>
            </nav>
            <Freshness {...state} />
          </header>
          <main id="main" tabindex={-1}>{children}</main>
          <footer>
            <p id="keys" hidden>
              <kbd>/</kbd> question <kbd>j</kbd> <kbd>k</kbd> next and previous passage <kbd>o</kbd>
              {" "}
              open or close <kbd>a</kbd> all of them <kbd>c</kbd> copy the bundle{" "}
              <label>
                <input type="checkbox" id="keys-on" checked /> Keys are on
              </label>
            </p>
            <p id="said" role="status"></p>
          </footer>
        </body>
      </html>
    </>
  );
}

function Freshness({ root, index, now }: PageState): JSX.Element {
  return (
    <p class="freshness">
      <b class="root">
        <PlainText text={root} />
      </b>{" "}
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
          <strong class="badge stale">
            may be behind, {formatCounted(pending, "file")} pending
          </strong>
        )
        : <strong class="badge fresh">up to date</strong>}
    </>
  );
}
