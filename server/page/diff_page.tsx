import type { Injection } from "@dossier/retrieval";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatCounted, formatScore, formatTime } from "./figures.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { pairPassages, type PassagePair, type RankedPassage } from "./pair_passages.ts";
import { PageSection, PlaceLink } from "./parts.tsx";
import { MAX_SHOWN_PASSAGES } from "./passage_list.tsx";
import { OneLine } from "./plain_text.tsx";
import { Obstacle, type RestoredText } from "./restored_view.tsx";
import { TextDiff, type TextDifference } from "./text_diff.tsx";

/** A record, and its text again. */
export interface ComparedRecord {
  readonly record: Injection;
  readonly restored: RestoredText;
}

/** The kinds of a pair in words. */
const KINDS: Readonly<Record<PassagePair["kind"], string>> = {
  same: "same",
  changed: "changed",
  left: "only left",
  right: "only right",
};

/** The rows of a table about two records. */
const ROWS: readonly (readonly [name: string, tell: (record: Injection) => Child])[] = [
  ["Asked", (record) => <OneLine text={subjectOf(record)} />],
  ["When", ({ time }) => formatTime(time)],
  ["Tokens", ({ budget }) => `${formatCount(budget.used)} of ${formatCount(budget.limit)}`],
  ["Left out", ({ omitted }) => formatCounted(omitted.length, "range")],
];

/** Two records side by side. */
export function DiffPage({ state, left, right, difference }: {
  readonly state: PageState;
  readonly left: ComparedRecord;
  readonly right: ComparedRecord;
  /** Undefined when one of the texts can not be had. */
  readonly difference: TextDifference | undefined;
}): JSX.Element {
  const { root } = state;
  const sides = [left, right];
  const pairs = pairPassages(left.record, right.record, MAX_SHOWN_PASSAGES);
  const title = `Records ${left.record.id} and ${right.record.id}`;
  return (
    <PageFrame title={title} state={state} current="log">
      <h1>
        {title}
        <span class="faint">side by side</span>
      </h1>
      <Summary sides={sides} root={root} />
      <PageSection id="passages" title="Passages" aside={describe(pairs)}>
        <Pairs pairs={pairs} root={root} />
      </PageSection>
      <PageSection id="texts" title="The exact texts">
        {difference !== undefined
          ? <TextDiff difference={difference} />
          : sides.map(({ record: { id }, restored }) =>
            !("text" in restored) && (
              <>
                <h3>Record {id}</h3>
                <Obstacle restored={restored} root={root} />
              </>
            )
          )}
      </PageSection>
    </PageFrame>
  );
}

/** The questions and the sizes of both records. */
function Summary({ sides, root }: {
  readonly sides: readonly ComparedRecord[];
  readonly root: string;
}): JSX.Element {
  return (
    <table class="sides">
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">What</span>
          </th>
          {sides.map(({ record: { id } }, index) => (
            <th scope="col">
              {index === 0 ? "Left" : "Right"}:{" "}
              <a href={pageUrl(`/log/${id}`, { root })}>record {id}</a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, tell]) => (
          <tr>
            <th scope="row">{name}</th>
            {sides.map(({ record }) => <td>{tell(record)}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pairs({ pairs, root }: {
  readonly pairs: readonly PassagePair[];
  readonly root: string;
}): JSX.Element {
  return (
    <table class="sides pairs">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Left</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ kind, left, right }) => (
          <tr class={`pair-${kind}`}>
            <th scope="row">{KINDS[kind]}</th>
            <td>
              <Cell passage={left} other={right} root={root} />
            </td>
            <td>
              <Cell passage={right} other={left} root={root} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One side of a pair; what differs from the other is marked. */
function Cell({ passage, other, root }: {
  readonly passage: RankedPassage | undefined;
  readonly other: RankedPassage | undefined;
  readonly root: string;
}): JSX.Element {
  if (passage === undefined) return <span class="faint">not given</span>;
  const others = other && listFigures(other);
  return (
    <>
      <PlaceLink of={passage} root={root} />
      <span class="meta">
        {listFigures(passage).map(([text, value], index) =>
          others === undefined || others[index]?.[1] === value
            ? <span>{text}</span>
            : <mark>{text}</mark>
        )}
      </span>
    </>
  );
}

/** Returns the figures of a passage in words, each with the value that it is compared by. */
function listFigures({ tokens, score, rank, form, role }: RankedPassage) {
  return [
    [`place ${rank}`, rank],
    [formatCounted(tokens, "token"), tokens],
    [`score ${formatScore(score)}`, score],
    [role ?? form, role ?? form],
  ] as const;
}

function subjectOf({ request: { issue, text, query } }: Injection): string {
  return issue?.title || (text ?? query);
}

function describe(pairs: readonly PassagePair[]): string {
  return Object.entries(KINDS)
    .map(([kind, name]) => [pairs.filter((pair) => pair.kind === kind).length, name] as const)
    .filter(([count]) => count > 0).map((counted) => counted.join(" ")).join(", ") || "none";
}
