import type { PropsWithChildren } from "hono/jsx";

/** The form above a list that says which of it is shown. */
export function Filter({ action, label, root, children }: PropsWithChildren<{
  readonly action: string;
  /** Says what is looked for, where something is. */
  readonly label?: string;
  readonly root: string;
}>) {
  return (
    <form class="filter" method="get" action={action} role={label && "search"} aria-label={label}>
      <HiddenFields values={{ root }} />
      {children}
    </form>
  );
}

/** Values that a form sends besides what is typed. */
export function HiddenFields({ values }: { readonly values: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
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
}) {
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
}) {
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

/** Links to the other parts of a list or a file: text and address, where there are some. */
export function Paging({ of, links }: {
  /** Names the whole. */
  readonly of: string;
  readonly links: readonly (readonly [text: string, address: string] | false | undefined)[];
}) {
  return (
    <nav class="paging" aria-label={`Parts of the ${of}`}>
      {links.map((link) => link && <a href={link[1]}>{link[0]}</a>)}
    </nav>
  );
}
