import { FEATURES } from "@dossier/features";
import { formatTime } from "@dossier/core/report";
import { raw } from "hono/html";
import type { Child, PropsWithChildren } from "hono/jsx";
import { assetUrl } from "../assets/mod.ts";
import { formatCount } from "./figures.ts";
import { type KnownIndex, type PageState, pageUrl } from "./page_state.ts";
import { PlainText } from "./plain_text.tsx";

/** Entries of the navigation. The page of a session belongs to the log. */
const ENTRIES: readonly (readonly [path: string, name: string])[] = [
  ["/", "Bundle"],
  ["/log", "Log"],
  ...FEATURES.flatMap(({ pages = [] }) => pages).map(({ path, name }) => [path, name] as const),
  ["/health", "Health"],
];

interface PageFrameProps {
  readonly title: string;
  /** @default the title */
  readonly heading?: Child;
  /** Further text after the heading, in a smaller font. */
  readonly aside?: Child;
  readonly state: PageState;
  /** Path of the entry of the navigation that the page belongs to. */
  readonly current?: string | undefined;
}

/** Whole page around its content. */
export function PageFrame(
  { title, heading = title, aside, children, state, current }: PropsWithChildren<PageFrameProps>,
) {
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
          <Header state={state} current={current} />
          <main id="main" tabindex={-1}>
            <h1>
              {heading}
              {aside && <small>{aside}</small>}
            </h1>
            {children}
          </main>
          <footer>
            <p id="said" role="status"></p>
          </footer>
        </body>
      </html>
    </>
  );
}

function Header({ state, current }: Pick<PageFrameProps, "state" | "current">) {
  const { root, roots, index } = state;
  const named = { root: roots.length > 1 ? root : undefined };
  return (
    <header>
      <nav aria-label="Pages">
        <ul>
          {ENTRIES.map(([path, text]) => (
            <li>
              <a href={pageUrl(path, named)} aria-current={current === path ? "page" : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {roots.length > 1 && (
        <nav aria-label="Trees">
          <ul>
            {roots.map(({ name }) => (
              <li>
                <a
                  href={pageUrl(current ?? "/", { root: name })}
                  aria-current={name === root ? "true" : undefined}
                >
                  <PlainText text={name} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p class="faint">
        <b>
          <PlainText text={root} />
        </b>
        : {index === undefined ? "the index cannot be read" : <IndexState index={index} />}
      </p>
    </header>
  );
}

/** Size of an index, and its age. */
function IndexState({ index }: { readonly index: KnownIndex }) {
  const { documents, chunks, updatedAt, stale, pending = 0 } = index;
  if (updatedAt === undefined) return <>not indexed yet: the first question builds the index</>;
  return (
    <>
      {formatCount(documents, "document")}, {formatCount(chunks, "chunk")}, written{" "}
      <time datetime={updatedAt}>{formatTime(updatedAt)}</time>
      {stale === true && (
        <strong class="bad">, may be behind, {formatCount(pending, "file")} pending</strong>
      )}
      {stale === false && <span class="good">, up to date</span>}
    </>
  );
}
