import { raw } from "hono/html";
import type { Child, PropsWithChildren } from "hono/jsx";
import { assetUrl } from "../assets/mod.ts";
import { formatCounted } from "./figures.ts";
import { type AddressValues, type KnownIndex, type PageState, pageUrl } from "./page_state.ts";
import { Age } from "./parts.tsx";
import { BrokenName } from "./plain_text.tsx";

/** The entries of the navigation, by name. */
const ENTRIES = {
  ask: { path: "/", text: "Ask" },
  log: { path: "/log", text: "Log" },
  ranking: { path: "/ranking", text: "Ranking" },
  documents: { path: "/documents", text: "Documents" },
  profiles: { path: "/profiles", text: "Profiles" },
  manifest: { path: "/manifest", text: "Manifest" },
  health: { path: "/health", text: "Health" },
} as const;

interface PageFrameProps {
  readonly title: string;
  /** @default the title */
  readonly heading?: Child;
  /** Class of the heading. */
  readonly headingKind?: string | undefined;
  /** Says more behind the heading, less loudly. */
  readonly aside?: Child;
  readonly state: PageState;
  /** The entry of the navigation that the page belongs to. */
  readonly current?: keyof typeof ENTRIES;
  /** The part of the page's address that also says something about another tree. */
  readonly carried?: AddressValues;
}

/** A whole page around its content. */
export function PageFrame(
  { title, heading = title, headingKind, aside, children, ...header }: PropsWithChildren<
    PageFrameProps
  >,
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
          <Header {...header} />
          <main id="main" tabindex={-1}>
            <h1 class={headingKind}>
              {heading}
              {aside && <span class="faint">{aside}</span>}
            </h1>
            {children}
          </main>
          <Footer />
        </body>
      </html>
    </>
  );
}

function Header(
  { state, current, carried = {} }: Pick<PageFrameProps, "state" | "current" | "carried">,
) {
  const { root, roots, index, now } = state;
  const named = { root: roots.length > 1 ? root : undefined };
  return (
    <header>
      <a class="brand" href={pageUrl("/", named)}>
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <rect class="mark" width="16" height="16" rx="3" />
          <path class="mark-lines" d="M3 5h10M3 8h7M3 11h4" />
        </svg>
        dossier
      </a>
      <nav aria-label="Pages">
        {Object.entries(ENTRIES).map(([name, { path, text }]) => (
          <a href={pageUrl(path, named)} aria-current={current === name ? "page" : undefined}>
            {text}
          </a>
        ))}
      </nav>
      {roots.length === 1
        ? (
          <b class="root">
            <BrokenName text={root} />
          </b>
        )
        : <RootSwitch state={state} path={ENTRIES[current ?? "ask"].path} carried={carried} />}
      <p class="freshness">
        {index === undefined ? "The index can not be told" : <IndexState index={index} now={now} />}
      </p>
    </header>
  );
}

/** The keys that the script knows, and the place where it says what it has done. */
function Footer() {
  return (
    <footer>
      <p id="keys" hidden>
        <kbd>/</kbd> question <kbd>j</kbd> <kbd>k</kbd> next and previous passage <kbd>o</kbd>{" "}
        open or close <kbd>a</kbd> all of them <kbd>c</kbd> copy the bundle{" "}
        <label>
          <input type="checkbox" id="keys-on" checked /> Keys are on
        </label>
      </p>
      <p id="said" role="status"></p>
    </footer>
  );
}

/** The tree that a page is about, and links to the same page about the others. */
function RootSwitch({ state: { roots, root }, path, carried }: {
  readonly state: PageState;
  /** Path of the page that the links lead to. */
  readonly path: string;
  readonly carried: AddressValues;
}) {
  return (
    <details class="root switch">
      <summary>
        <span class="visually-hidden">Tree:</span>
        <BrokenName text={root} />
      </summary>
      <ul>
        {roots.map(({ name }) => (
          <li>
            <a
              href={pageUrl(path, { ...carried, root: name })}
              aria-current={name === root ? "true" : undefined}
            >
              <BrokenName text={name} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The size of an index, and how new it is. */
function IndexState({ index, now }: { readonly index: KnownIndex; readonly now: number }) {
  const { documents, chunks, updatedAt, refreshed, stale, pending = 0 } = index;
  if (updatedAt === undefined) return <>not indexed yet: the first question does it</>;
  const { added, changed, removed } = refreshed ?? { added: 0, changed: 0, removed: 0 };
  const taken = added + changed + removed;
  return (
    <>
      {formatCounted(documents, "document")}, {formatCounted(chunks, "chunk")}, written{" "}
      <Age time={updatedAt} now={now} />
      {taken > 0 && `, ${formatCounted(taken, "change")} taken in just now`}{" "}
      {stale === true && (
        <strong class="badge bad">may be behind, {formatCounted(pending, "file")} pending</strong>
      )}
      {stale === false && <strong class="badge good">up to date</strong>}
    </>
  );
}
