import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { assetUrl } from "./assets.ts";
import { Freshness } from "./freshness.tsx";
import type { PageState } from "./page_state.ts";
import { type AddressValues, pageUrl } from "./page_url.ts";
import { RootSwitch } from "./root_switch.tsx";

/** The entries of the navigation, by name. */
const ENTRIES = {
  ask: { path: "/", text: "Ask" },
  log: { path: "/log", text: "Log" },
  ranking: { path: "/ranking", text: "Ranking" },
  documents: { path: "/documents", text: "Documents" },
  health: { path: "/health", text: "Health" },
} as const;

/** A whole page around its content. */
export function PageFrame({ title, state, current, carried = {}, children }: {
  readonly title: string;
  readonly state: PageState;
  /** Which entry of the navigation the page belongs to. */
  readonly current?: keyof typeof ENTRIES | undefined;
  /** What of the page's address also says something about another tree. */
  readonly carried?: AddressValues | undefined;
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
            <a class="brand" href={pageUrl("/", named)}>
              <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
                <rect class="mark" width="16" height="16" rx="3" />
                <path class="mark-lines" d="M3 5h10M3 8h7M3 11h4" />
              </svg>
              dossier
            </a>
            <nav aria-label="Pages">
              {Object.entries(ENTRIES).map(([name, { path, text }]) => (
                <a
                  href={pageUrl(path, named)}
                  aria-current={current === name ? "page" : undefined}
                >
                  {text}
                </a>
              ))}
            </nav>
            <RootSwitch
              roots={roots}
              root={root}
              path={ENTRIES[current ?? "ask"].path}
              carried={carried}
            />
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
