import type { LeftOutGroup, LeftOutListing } from "@dossier/retrieval";
import type { Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import { BrowseTabs } from "./documents_page.tsx";
import { formatCount, formatCounted } from "./figures.ts";
import { Filter, TextField } from "./form_parts.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Group, More } from "./parts.tsx";
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

/** Adds the page of the paths that are not indexed, by the rule that leaves them out. */
export function leftOutRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/left-out", async (c, state) => {
    const text = c.req.query("text")?.trim() || undefined;
    const request = await parseRequest("leftOut", { root: state.root, ...(text && { text }) });
    const listing = await desk.service.call("leftOut", request, callOptions(c));
    return <LeftOutPage state={state} text={text} listing={listing} />;
  });
}

function LeftOutPage({ state, text, listing: { groups, total, notes } }: {
  readonly state: PageState;
  /** A part of the paths that are shown. */
  readonly text: string | undefined;
  readonly listing: LeftOutListing;
}) {
  const { root } = state;
  const rest = groups.length - MAX_GROUPS;
  return (
    <PageFrame
      title="Left out"
      aside={`${formatCounted(total, "path")}, a whole folder as one`}
      state={state}
      current="documents"
    >
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

function RuleGroup({ group: { reason: { kind, text, origin }, count, paths }, isOpen }: {
  readonly group: LeftOutGroup;
  readonly isOpen: boolean;
}) {
  const summary = (
    <>
      <b>{formatCount(count)}</b> as <OneLine text={text} />{" "}
      <span class={`badge kind-${kind}`}>{KINDS[kind]}</span>{" "}
      <span class="faint">
        {origin === undefined
          ? kind === "rule" ? "always" : ""
          : origin === "default"
          ? "a default rule"
          : (
            <code>
              <PlainText text={origin} />
            </code>
          )}
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
      <More count={count - paths.length} noun="path" />
    </Group>
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
