import type { JSX } from "hono/jsx/jsx-runtime";
import { pageUrl } from "./page_state.ts";
import { BrokenName } from "./plain_text.tsx";

/** Leads from what is indexed to what is not, and back. */
export function BrowseTabs({ root, current }: {
  readonly root: string;
  readonly current: "documents" | "left-out" | undefined;
}): JSX.Element {
  const mark = (name: typeof current) => current === name ? "page" : undefined;
  return (
    <nav class="tabs" aria-label="Parts of the tree">
      <a href={pageUrl("/documents", { root })} aria-current={mark("documents")}>Indexed</a>
      <a href={pageUrl("/left-out", { root })} aria-current={mark("left-out")}>Left out</a>
    </nav>
  );
}

/** The folders above, from the root on; each leads to what is in it. */
export function FolderTrail({ root, folder }: {
  readonly root: string;
  /** Relative to the root, with `/` at its end; empty for the root. */
  readonly folder: string;
}): JSX.Element | null {
  if (folder === "") return null;
  const names = folder.split("/").slice(0, -1);
  return (
    <nav class="trail" aria-label="Folders above">
      <a href={pageUrl("/documents", { root })}>
        <BrokenName text={root} />
      </a>
      {names.map((name, index) => (
        <>
          <span aria-hidden="true">/</span>
          <a
            href={pageUrl("/documents", {
              root,
              folder: `${names.slice(0, index + 1).join("/")}/`,
            })}
          >
            <bdi class="place" dir="ltr">
              <BrokenName text={name} />
            </bdi>
          </a>
        </>
      ))}
    </nav>
  );
}
