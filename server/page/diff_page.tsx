import type { InjectionRecord } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { TextDiff, type TextDifference } from "./text_diff.tsx";
import { MAX_SHOWN_PASSAGES } from "./passage_list.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { formatCount, formatCounted, formatScore, formatTime } from "./figures.ts";
import { pairPassages, type PassagePair, type RankedPassage } from "./pair_passages.ts";
import { OneLine, Place } from "./plain_text.tsx";
import { Obstacle, type RestoredText } from "./restored_view.tsx";

/** A record, and its text again. */
export interface ComparedRecord {
  readonly record: InjectionRecord;
  readonly restored: RestoredText;
}

/** What the kinds of a pair are called. */
const KINDS: Readonly<Record<PassagePair["kind"], string>> = {
  left: "only left",
  right: "only right",
  changed: "changed",
  same: "same",
};

/** Two records side by side. */
export function DiffPage({ state, left, right, difference }: {
  readonly state: PageState;
  readonly left: ComparedRecord;
  readonly right: ComparedRecord;
  /** How their texts differ; undefined when one of them can not be had. */
  readonly difference: TextDifference | undefined;
}): JSX.Element {
  const { root } = state;
  const [leftPassages, rightPassages] = [left, right].map(({ record: { passages } }) => ({
    passages: passages.slice(0, MAX_SHOWN_PASSAGES),
  }));
  const pairs = pairPassages(leftPassages!, rightPassages!);
  const title = `Records ${left.record.id} and ${right.record.id}`;
  return (
    <PageFrame title={title} state={state} current="log">
      <h1>
        {title}
        <span class="faint">side by side</span>
      </h1>
      <table class="sides">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">What</span>
            </th>
            <th scope="col">
              <RecordLink record={left.record} root={root} side="Left" />
            </th>
            <th scope="col">
              <RecordLink record={right.record} root={root} side="Right" />
            </th>
          </tr>
        </thead>
        <tbody>
          <Row
            name="Asked"
            sides={[left, right].map(({ record }) => <OneLine text={subjectOf(record)} />)}
          />
          <Row name="When" sides={[left, right].map(({ record }) => formatTime(record.time))} />
          <Row
            name="Tokens"
            sides={[left, right].map(({ record: { budget } }) =>
              `${formatCount(budget.used)} of ${formatCount(budget.limit)}`
            )}
          />
          <Row
            name="Left out"
            sides={[left, right].map(({ record }) => formatCounted(record.omitted.length, "range"))}
          />
        </tbody>
      </table>
      <section aria-labelledby="passages">
        <h2 id="passages">
          Passages<span class="faint">{describe(pairs)}</span>
        </h2>
        <table class="sides pairs">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Left</th>
              <th scope="col">Right</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <tr class={`pair-${pair.kind}`}>
                <th scope="row">{KINDS[pair.kind]}</th>
                <td>
                  <Cell passage={pair.left} other={pair.right} root={root} />
                </td>
                <td>
                  <Cell passage={pair.right} other={pair.left} root={root} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="texts">
        <h2 id="texts">The exact texts</h2>
        {difference !== undefined
          ? <TextDiff difference={difference} />
          : [left, right].map(({ record: { id }, restored }) =>
            "text" in restored ? "" : (
              <>
                <h3>Record {id}</h3>
                <Obstacle restored={restored} root={root} />
              </>
            )
          )}
      </section>
    </PageFrame>
  );
}

function RecordLink({ record: { id }, root, side }: {
  readonly record: InjectionRecord;
  readonly root: string;
  readonly side: string;
}) {
  return (
    <>
      {side}: <a href={pageUrl(`/log/${id}`, { root })}>record {id}</a>
    </>
  );
}

function Row({ name, sides }: {
  readonly name: string;
  readonly sides: readonly (JSX.Element | string)[];
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {sides.map((side) => <td>{side}</td>)}
    </tr>
  );
}

/** One side of a pair; what differs from the other is marked. */
function Cell({ passage, other, root }: {
  readonly passage: RankedPassage | undefined;
  readonly other: RankedPassage | undefined;
  readonly root: string;
}) {
  if (passage === undefined) return <span class="faint">not given</span>;
  const { path, startLine, endLine, tokens, score, rank, form, role } = passage;
  const figures = [
    [`place ${rank}`, other === undefined || other.rank === rank],
    [formatCounted(tokens, "token"), other === undefined || other.tokens === tokens],
    [`score ${formatScore(score)}`, other === undefined || other.score === score],
    [role ?? form, other === undefined || (other.role ?? other.form) === (role ?? form)],
  ] as const;
  return (
    <>
      <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
        <Place path={path} startLine={startLine} endLine={endLine} />
      </a>
      <span class="meta">
        {figures.map(([text, isEqual]) => isEqual ? <span>{text}</span> : <mark>{text}</mark>)}
      </span>
    </>
  );
}

function subjectOf({ request: { issue, text, query } }: InjectionRecord): string {
  return issue?.title || (text ?? query);
}

function describe(pairs: readonly PassagePair[]): string {
  return (["same", "changed", "left", "right"] as const)
    .map((kind) => [pairs.filter((pair) => pair.kind === kind).length, KINDS[kind]] as const)
    .filter(([count]) => count > 0).map((counted) => counted.join(" ")).join(", ") || "none";
}
