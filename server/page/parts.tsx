import type { Fragment } from "@dossier/core";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatAge, formatCounted, formatTime } from "./figures.ts";
import { pageUrl } from "./page_state.ts";
import { BrokenName, Place, PlainText } from "./plain_text.tsx";

/** Most items of a list; programs can ask for more. */
const MAX_ITEMS = 200;

/** A part of a page under its heading. */
export function PageSection({ id, title, aside, name, children }: {
  /** Id of the heading, which addresses lead to. */
  readonly id: string;
  readonly title: Child;
  /** Says more behind the title, less loudly. */
  readonly aside?: Child;
  /** Class of the section. */
  readonly name?: string;
  readonly children?: Child;
}): JSX.Element {
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
export function ProblemLine({ text }: { readonly text: string }): JSX.Element {
  return (
    <p class="problem" role="alert">
      <PlainText text={text} />
    </p>
  );
}

/** A name with what it stands for, in a `dl`. */
export function Fact({ name, children }: {
  readonly name: string;
  readonly children?: Child;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A name or a path as code. */
export function CodeName({ text, name }: {
  readonly text: string;
  /** Class of the code. */
  readonly name?: string;
}): JSX.Element {
  return (
    <code class={name}>
      <BrokenName text={text} />
    </code>
  );
}

/** An ISO 8601 instant as its age. */
export function Age({ time, now }: { readonly time: string; readonly now: number }): JSX.Element {
  return <time datetime={time} title={formatTime(time)}>{formatAge(time, now)}</time>;
}

/** Lines of a file, which lead to them. */
export function LinesLink({ root, path, startLine, endLine }: {
  readonly root: string;
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}): JSX.Element {
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
}): JSX.Element {
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
  /** Most items. @default {200} */
  readonly most?: number;
}): JSX.Element {
  const rest = items.length - most;
  return (
    <>
      {items.slice(0, most).map((item) => <li>{render(item)}</li>)}
      {rest > 0 && <li class="faint">and {formatCounted(rest, `more ${noun}`)}</li>}
    </>
  );
}

/** A list that opens under its summary. */
export function Group({ summary, isOpen = false, children }: {
  readonly summary: Child;
  readonly isOpen?: boolean;
  /** The items. */
  readonly children?: Child;
}): JSX.Element {
  return (
    <details class="group" open={isOpen}>
      <summary>{summary}</summary>
      <ul class="ranges">{children}</ul>
    </details>
  );
}

/** The form above a list that says which of it is shown. */
export function Filter({ action, label, root, children }: {
  readonly action: string;
  /** Says what is looked for, where something is. */
  readonly label?: string;
  readonly root: string;
  /** The fields and the button. */
  readonly children?: Child;
}): JSX.Element {
  return (
    <form class="filter" method="get" action={action} role={label && "search"} aria-label={label}>
      <input type="hidden" name="root" value={root} />
      {children}
    </form>
  );
}

/** A field that a line is typed in; further attributes are those of the `input`. */
export function TextField({ label, width, ...input }: {
  readonly label: string;
  readonly name: string;
  readonly value?: string | undefined;
  /** Class of the label. */
  readonly width?: "wide" | "narrow";
  readonly [attribute: string]: unknown;
}): JSX.Element {
  return (
    <label class={width}>
      <span>{label}</span>
      <input {...input} autocomplete="off" />
    </label>
  );
}

/** A field that one of some values is chosen in. */
export function Choice({ label, name, options, chosen, width }: {
  readonly label: string;
  readonly name: string;
  /** The values, each with its text where that is another. */
  readonly options: readonly (readonly [value: string, text?: string])[];
  readonly chosen: string | undefined;
  /** Class of the label. */
  readonly width?: "narrow";
}): JSX.Element {
  return (
    <label class={width}>
      <span>{label}</span>
      <select name={name}>
        {options.map(([value, text = value]) => (
          <option value={value} selected={value === chosen}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/** Links to the other parts of a list or a file, where there are some. */
export function Paging({ of, links }: {
  /** Names the whole. */
  readonly of: string;
  /** Text and address; an absent one is left out. */
  readonly links: readonly (readonly [text: string, address: string] | undefined)[];
}): JSX.Element {
  return (
    <nav class="paging" aria-label={`Parts of the ${of}`}>
      {links.map((link) => link && <a href={link[1]}>{link[0]}</a>)}
    </nav>
  );
}
