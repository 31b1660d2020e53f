import type { LeftOutGroup, LeftOutListing } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { BrowseTabs } from "./documents_page.tsx";
import { formatCount, formatCounted } from "./figures.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Filter, Group, TextField } from "./parts.tsx";
import { OneLine, Place, PlainText } from "./plain_text.tsx";
import { NoteList } from "./report_parts.tsx";

/** Most rules that are shown, and rules that are open when this is all there are. */
const MAX_GROUPS = 200;
const MAX_OPEN = 3;

/** The kinds of a rule in words. */
const KINDS: Readonly<Record<LeftOutGroup["reason"]["kind"], string>> = {
  rule: "rule",
  ignored: "ignore file",
  content: "content",
};

/** The paths that are not indexed, by the rule that leaves them out and where that is from. */
export function LeftOutPage({ state, text, listing }: {
  readonly state: PageState;
  /** A part of the paths that are shown. */
  readonly text: string | undefined;
  readonly listing: LeftOutListing;
}): JSX.Element {
  const { root } = state;
  const { groups, total, notes } = listing;
  const rest = groups.length - MAX_GROUPS;
  return (
    <PageFrame title="Left out" state={state} current="documents">
      <h1>
        Left out<span class="faint">{formatCounted(total, "path")}, a whole folder as one</span>
      </h1>
      <BrowseTabs root={root} current="left-out" />
      <Filter action="/left-out" label="Ask about a path" root={root}>
        <TextField
          label="Why is it left out? A path, or a part of one"
          name="text"
          value={text ?? ""}
          width="wide"
          spellcheck={false}
        />
        <button type="submit">Show</button>
        {text !== undefined && <a href={pageUrl("/left-out", { root })}>Show all</a>}
      </Filter>
      {groups.length === 0 && <Empty root={root} text={text} />}
      {groups.slice(0, MAX_GROUPS).map((group) => (
        <RuleGroup group={group} isOpen={groups.length <= MAX_OPEN} />
      ))}
      {rest > 0 && <p class="faint">and {formatCounted(rest, "more rule")}</p>}
      <NoteList notes={notes} />
      <p class="faint">
        Rules can be changed in <code>.dossier/config.yaml</code> and <code>.dossierignore</code>;
        {" "}
        <a href={pageUrl("/health", { root })}>the settings in force</a> say what they are.
      </p>
    </PageFrame>
  );
}

function RuleGroup({ group: { reason, count, paths }, isOpen }: {
  readonly group: LeftOutGroup;
  readonly isOpen: boolean;
}): JSX.Element {
  const { kind, text, origin = kind === "rule" ? "always" : "" } = reason;
  const isPlace = reason.origin !== undefined && origin !== "default";
  const summary = (
    <>
      <b>{formatCount(count)}</b> as <OneLine text={text} />{" "}
      <span class={`badge kind-${kind}`}>{KINDS[kind]}</span>{" "}
      <span class="faint">
        {isPlace
          ? (
            <code>
              <PlainText text={origin} />
            </code>
          )
          : origin === "default"
          ? "a default rule"
          : origin}
      </span>
    </>
  );
  return (
    <Group summary={summary} isOpen={isOpen}>
      {paths.map((path) => (
        <li>
          <Place path={path} />
        </li>
      ))}
      {count > paths.length && (
        <li class="faint">and {formatCounted(count - paths.length, "more path")}</li>
      )}
    </Group>
  );
}

function Empty({ root, text }: {
  readonly root: string;
  readonly text: string | undefined;
}): JSX.Element {
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
