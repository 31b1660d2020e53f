import type { JSX } from "hono/jsx/jsx-runtime";
import type { ServedRoot } from "../service/service.ts";
import { type AddressValues, pageUrl } from "./page_url.ts";
import { BrokenName } from "./plain_text.tsx";

/** The tree that a page is about, and links to the same page about the others. */
export function RootSwitch({ roots, root, path, carried }: {
  readonly roots: readonly ServedRoot[];
  readonly root: string;
  /** Path of the page that the links lead to. */
  readonly path: string;
  readonly carried: AddressValues;
}): JSX.Element {
  if (roots.length === 1) {
    return (
      <b class="root">
        <BrokenName text={root} />
      </b>
    );
  }
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
