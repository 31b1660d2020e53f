import type { JSX } from "hono/jsx/jsx-runtime";
import { pageUrl } from "../page_url.ts";

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
