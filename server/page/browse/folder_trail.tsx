import type { JSX } from "hono/jsx/jsx-runtime";
import { pageUrl } from "../page_url.ts";
import { BrokenName } from "../plain_text.tsx";

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
