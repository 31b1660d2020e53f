/** Values that a form sends in addition to the visible fields. */
export function HiddenFields({ values }: { readonly values: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** Text field of one line. Further attributes are passed to the `input`. */
export function TextField({ label, ...input }: {
  readonly label: string;
  readonly name: string;
  readonly value?: string | undefined;
  readonly [attribute: string]: unknown;
}) {
  return (
    <label>
      <span>{label}</span>
      <input {...input} autocomplete="off" />
    </label>
  );
}

/** Field with a choice of values. */
export function Choice({ label, name, options, chosen }: {
  readonly label: string;
  readonly name: string;
  /** Values, each with its text when that is different. */
  readonly options: readonly (readonly [value: string, text?: string])[];
  readonly chosen: string | undefined;
}) {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        {options.map(([value, text = value]) => (
          <option value={value} selected={value === chosen}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/** Links to the other parts of a list, each with a text and an address. */
export function Paging({ of, links }: {
  /** Name of the list. */
  readonly of: string;
  readonly links: readonly (readonly [text: string, address: string] | false | undefined)[];
}) {
  const shown = links.filter((link) => link !== false && link !== undefined);
  if (shown.length === 0) return null;
  return (
    <nav aria-label={`Parts of the ${of}`}>
      {shown.map(([text, address]) => (
        <>
          <a href={address}>{text}</a>
          {" "}
        </>
      ))}
    </nav>
  );
}
