import type { Fragment } from "@dossier/core";
import type { Child, PropsWithChildren } from "hono/jsx";
import { formatAge, formatCounted, formatTime, toPercentage } from "./figures.ts";
import { pageUrl } from "./page_state.ts";
import { BrokenName, Place, PlainText } from "./plain_text.tsx";

/** Most items of a list; programs can ask for more. */
const MAX_ITEMS = 200;

/** A part of a page under its heading. */
export function PageSection({ id, title, aside, name, children }: PropsWithChildren<{
  /** Id of the heading, which addresses lead to. */
  readonly id: string;
  readonly title: Child;
  /** Says more behind the title, less loudly. */
  readonly aside?: Child;
  /** Class of the section. */
  readonly name?: string;
}>) {
  return (
    <section class={name} aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {aside && <span class="faint">{aside}</span>}
      </h2>
      {children}
    </section>
  );
}

/** The sentence that says why something is not shown. */
export function ProblemLine({ text }: { readonly text: string }) {
  return (
    <p class="problem" role="alert">
      <PlainText text={text} />
    </p>
  );
}

/** A name with what it stands for, in a `dl`. */
export function Fact({ name, children }: PropsWithChildren<{ readonly name: string }>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A name or a path as code. */
export function CodeName({ text, name }: { readonly text: string; readonly name?: string }) {
  return (
    <code class={name}>
      <BrokenName text={text} />
    </code>
  );
}

/** An ISO 8601 instant as its age. */
export function Age({ time, now }: { readonly time: string; readonly now: number }) {
  return <time datetime={time} title={formatTime(time)}>{formatAge(time, now)}</time>;
}

/** Lines of a file, which lead to them. */
export function LinesLink({ root, path, startLine, endLine }: {
  readonly root: string;
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}) {
  return (
    <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
      <Place path={path} startLine={startLine} endLine={endLine} />
    </a>
  );
}

/** Where a fragment is from: lines of a file, which lead to them, or a source. */
export function PlaceLink({ of: { source, location }, root }: {
  readonly of: Pick<Fragment, "source" | "location">;
  readonly root: string;
}) {
  if (location === undefined) return <Place path={source} />;
  const { path, startLine, endLine } = location;
  return <LinesLink {...{ root, path, startLine, endLine }} />;
}

/** The items of a list, each by `render`; a last one says how many are left out, where some are. */
export function CappedItems<Item>({ items, noun, render, most = MAX_ITEMS }: {
  readonly items: readonly Item[];
  /** Names one of them. */
  readonly noun: string;
  readonly render: (item: Item) => Child;
  /** @default {200} */
  readonly most?: number;
}) {
  return (
    <>
      {items.slice(0, most).map((item) => <li>{render(item)}</li>)}
      <More count={items.length - most} noun={noun} />
    </>
  );
}

/** The last item of a list, which says how many more there are; nothing where there are none. */
export function More({ count, noun }: { readonly count: number; readonly noun: string }) {
  return count > 0 ? <li class="faint">and {formatCounted(count, `more ${noun}`)}</li> : null;
}

/** A list that opens under its summary. */
export function Group({ summary, isOpen = false, children }: PropsWithChildren<{
  readonly summary: Child;
  readonly isOpen?: boolean;
}>) {
  return (
    <details class="group" open={isOpen}>
      <summary>{summary}</summary>
      <ul class="ranges">{children}</ul>
    </details>
  );
}

/** A column of a table: its heading, and what it shows of each row. */
export interface TableColumn<Row> {
  readonly head: Child;
  readonly cell: (row: Row) => Child;
  /** Class of the cells; that of numbers is also the heading's. */
  readonly name?: string;
  /** Names the number where a narrow screen has no headings. */
  readonly label?: string;
  /** Whether its cells are the headings of their rows. */
  readonly isHeading?: boolean;
}

/** A table by its columns. */
export function Table<Row>({ name, columns, rows, rowClass, children }: PropsWithChildren<{
  /** Class of the table. */
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowClass?: (row: Row) => string | undefined;
}>) {
  return (
    <table class={name}>
      <thead>
        <tr>
          {columns.map(({ head, name }) => (
            <th scope="col" class={name === "number" ? name : undefined}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {children}
        {rows.map((row) => (
          <tr class={rowClass?.(row)}>
            {columns.map(({ cell, name, label, isHeading }) =>
              isHeading
                ? <th scope="row">{cell(row)}</th>
                : <td class={name} data-label={label}>{cell(row)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A piece of a bar: its class, where it begins, how long it is, and what it is in words. */
export type BarPiece = readonly [name: string, start: number, length: number, title?: string];

/** Returns the texts of a layer as pieces, one behind the other in two shades by turns. */
export function toLayerPieces(
  layer: string,
  texts: readonly { readonly id: string; readonly tokens: number }[],
): readonly BarPiece[] {
  let end = 0;
  return texts.map(({ id, tokens }, index) => {
    const start = end;
    end += tokens;
    const parity = index % 2 === 0 ? "even" : "odd";
    return [`layer-${layer} ${parity}`, start, tokens, `${id}, ${formatCounted(tokens, "token")}`];
  });
}

/** A bar of pieces of a whole, over a ground that stands for the rest. */
export function Bar({ pieces, whole, height, width = "100%", kind = "bar", ground, label }: {
  readonly pieces: readonly BarPiece[];
  /** The length that takes the whole width. */
  readonly whole: number;
  readonly height: number;
  readonly width?: string;
  /** Class of the bar. */
  readonly kind?: string;
  /** Class of the ground. @default there is none */
  readonly ground?: string;
  /** Says it to those who can not see it. @default the text around it does */
  readonly label?: string;
}) {
  const spoken = label === undefined
    ? { "aria-hidden": "true" as const }
    : { role: "img", "aria-label": label };
  return (
    <svg class={kind} width={width} height={String(height)} {...spoken}>
      {ground && <rect class={ground} width="100%" height="100%" />}
      {pieces.map(([name, start, length, title]) => (
        <rect
          class={name}
          x={toPercentage(start, whole)}
          width={toPercentage(length, whole)}
          height="100%"
        >
          {title && <title>{title}</title>}
        </rect>
      ))}
    </svg>
  );
}

/** A small square of the colour of a part of a bar; `name` is the class of the part. */
export function Swatch({ name }: { readonly name: string }) {
  return <Bar kind="swatch" width="10" height={10} pieces={[]} whole={1} ground={name} />;
}
