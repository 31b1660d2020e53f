import type { Injection } from "@dossier/retrieval";
import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import type { RequestEnv } from "../request/mod.ts";
import { formatCount, formatCounted, formatScore, formatTime } from "./figures.ts";
import { findWithText, type FoundRecord, Obstacle, readRecordRequest } from "./found_record.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { pairPassages, type PassagePair, type RankedPassage } from "./pair_passages.ts";
import { PageSection, PlaceLink, Table, type TableColumn } from "./parts.tsx";
import { MAX_SHOWN_PASSAGES } from "./passage_list.tsx";
import { OneLine } from "./plain_text.tsx";
import { compareTexts, TextDiff, type TextDifference } from "./text_diff.tsx";

/** The kinds of a pair in words. */
const KINDS: Readonly<Record<PassagePair["kind"], string>> = {
  same: "same",
  changed: "changed",
  left: "only left",
  right: "only right",
};

/** The rows of a table about two records. */
const ROWS: readonly (readonly [name: string, tell: (record: Injection) => Child])[] = [
  [
    "Asked",
    ({ request: { issue, text, query } }) => <OneLine text={issue?.title || (text ?? query)} />,
  ],
  ["When", ({ time }) => formatTime(time)],
  ["Tokens", ({ budget }) => `${formatCount(budget.used)} of ${formatCount(budget.limit)}`],
  ["Left out", ({ omitted }) => formatCounted(omitted.length, "range")],
];

/** Adds the page of two records side by side. */
export function diffRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/diff", async (c, state) => {
    const leftRequest = await readRecordRequest(c, state.root, "left");
    const rightRequest = await readRecordRequest(c, state.root, "right");
    const left = await findWithText(c, desk, leftRequest);
    const right = await findWithText(c, desk, rightRequest);
    const difference = "text" in left.restored && "text" in right.restored
      ? await compareTexts(left.restored.text, right.restored.text)
      : undefined;
    return <DiffPage state={state} left={left} right={right} difference={difference} />;
  });
}

function DiffPage({ state, left, right, difference }: {
  readonly state: PageState;
  readonly left: FoundRecord;
  readonly right: FoundRecord;
  /** Undefined when one of the texts can not be had. */
  readonly difference: TextDifference | undefined;
}) {
  const { root } = state;
  const sides = [left, right];
  const pairs = pairPassages(left.record, right.record, MAX_SHOWN_PASSAGES);
  const title = `Records ${left.record.id} and ${right.record.id}`;
  return (
    <PageFrame title={title} aside="side by side" state={state} current="log">
      <Table name="sides" columns={listSides(sides, root)} rows={ROWS} />
      <PageSection id="passages" title="Passages" aside={describe(pairs)}>
        <Table
          name="sides pairs"
          columns={listPairColumns(root)}
          rows={pairs}
          rowClass={({ kind }) => `pair-${kind}`}
        />
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

/** Returns the columns of the table about both records. */
function listSides(
  sides: readonly FoundRecord[],
  root: string,
): TableColumn<typeof ROWS[number]>[] {
  return [
    { head: <span class="visually-hidden">What</span>, isHeading: true, cell: ([name]) => name },
    ...sides.map(({ record }, index) => ({
      head: (
        <>
          {index === 0 ? "Left" : "Right"}:{" "}
          <a href={pageUrl(`/log/${record.id}`, { root })}>record {record.id}</a>
        </>
      ),
      cell: ([, tell]: typeof ROWS[number]) => tell(record),
    })),
  ];
}

function listPairColumns(root: string): TableColumn<PassagePair>[] {
  return [
    { head: "What", isHeading: true, cell: ({ kind }) => KINDS[kind] },
    {
      head: "Left",
      cell: ({ left, right }) => <Cell passage={left} other={right} root={root} />,
    },
    {
      head: "Right",
      cell: ({ left, right }) => <Cell passage={right} other={left} root={root} />,
    },
  ];
}

/** One side of a pair; what differs from the other is marked. */
function Cell({ passage, other, root }: {
  readonly passage: RankedPassage | undefined;
  readonly other: RankedPassage | undefined;
  readonly root: string;
}) {
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

function describe(pairs: readonly PassagePair[]): string {
  return Object.entries(KINDS)
    .map(([kind, name]) => [pairs.filter((pair) => pair.kind === kind).length, name] as const)
    .filter(([count]) => count > 0).map((counted) => counted.join(" ")).join(", ") || "none";
}
