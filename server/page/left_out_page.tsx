import type { LeftOutGroup, LeftOutListing } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatCounted } from "./figures.ts";
import { NoteList } from "./lists.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { OneLine, Place, PlainText } from "./plain_text.tsx";
import { BrowseTabs } from "./browse_parts.tsx";

/** Most rules that are shown, and rules that are open when this is all there are. */
const MAX_GROUPS = 200;
const MAX_OPEN = 3;

/** What the kinds of a rule are called. */
const KINDS: Readonly<Record<LeftOutGroup["reason"]["kind"], string>> = {
  rule: "rule",
  ignored: "ignore file",
  content: "content",
};

/** What is not indexed, by the rule that leaves it out and where that is from. */
export function LeftOutPage({ state, text, listing }: {
  readonly state: PageState;
  /** What the paths hold. */
  readonly text: string | undefined;
  readonly listing: LeftOutListing;
}): JSX.Element {
  const { root } = state;
  const { groups, total, notes } = listing;
  return (
    <PageFrame title="Left out" state={state} current="documents">
      <h1>
        Left out<span class="faint">{formatCounted(total, "path")}, a whole folder as one</span>
      </h1>
      <BrowseTabs root={root} current="left-out" />
      <form
        class="filter"
        method="get"
        action="/left-out"
        role="search"
        aria-label="Ask about a path"
      >
        <input type="hidden" name="root" value={root} />
        <label class="wide">
          <span>Why is it left out? A path, or a part of one</span>
          <input name="text" value={text ?? ""} autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit">Show</button>
        {text === undefined ? "" : <a href={pageUrl("/left-out", { root })}>Show all</a>}
      </form>
      {groups.length === 0 ? <Empty root={root} text={text} /> : ""}
      {groups.slice(0, MAX_GROUPS).map((group) => (
        <Group group={group} isOpen={groups.length <= MAX_OPEN} />
      ))}
      {groups.length > MAX_GROUPS
        ? <p class="faint">and {formatCounted(groups.length - MAX_GROUPS, "more rule")}</p>
        : ""}
      <NoteList notes={notes} />
      <p class="faint">
        Rules can be changed in <code>.dossier/config.yaml</code> and <code>.dossierignore</code>;
        {" "}
        <a href={pageUrl("/health", { root })}>the settings in force</a> say what they are.
      </p>
    </PageFrame>
  );
}

function Group({ group: { reason, count, paths }, isOpen }: {
  readonly group: LeftOutGroup;
  readonly isOpen: boolean;
}): JSX.Element {
  const { kind, text, origin } = reason;
  return (
    <details class="group" open={isOpen}>
      <summary>
        <b>{formatCount(count)}</b> as <OneLine text={text} />{" "}
        <span class={`badge kind-${kind}`}>{KINDS[kind]}</span>{" "}
        <span class="faint">
          {origin === undefined
            ? (kind === "rule" ? "always" : "")
            : origin === "default"
            ? "a default rule"
            : (
              <code>
                <PlainText text={origin} />
              </code>
            )}
        </span>
      </summary>
      <ul class="ranges">
        {paths.map((path) => (
          <li>
            <Place path={path} />
          </li>
        ))}
        {count > paths.length
          ? <li class="faint">and {formatCounted(count - paths.length, "more path")}</li>
          : ""}
      </ul>
    </details>
  );
}

function Empty({ root, text }: { readonly root: string; readonly text: string | undefined }) {
  if (text === undefined) {
    return (
      <div class="empty">
        <p>Nothing is left out: all files of the tree are in the index.</p>
      </div>
    );
  }
  return (
    <div class="empty">
      <p>
        No rule leaves out a path like “<PlainText text={text} />”.
      </p>
      <p>
        It may be <a href={pageUrl("/documents", { root, text })}>in the index</a>, or not be there.
      </p>
    </div>
  );
}
