import {
  type Cell,
  type FactList,
  isEmptySection,
  type ItemList,
  type Report,
  type ReportSection,
  type ReportTable,
} from "@dossier/core/report";
import type { Child, PropsWithChildren } from "hono/jsx";
import { formatCount } from "./figures.ts";
import { pageUrl } from "./page_state.ts";
import { OneLine, PlainText } from "./plain_text.tsx";

/** Maximum number of rows or items that are shown. Programs can request more. */
const MAX_ROWS = 200;

const NOT_ID_REGEXP = /\W+/g;

/** Report as sections of a page, in the form that commands print. Empty sections are omitted. */
export function ReportView({ report, root }: {
  readonly report: Report;
  /** Name of the tree that links refer to. */
  readonly root: string;
}) {
  return (
    <>
      {report.filter((section) => !isEmptySection(section)).map((section) => (
        <PageSection heading={section.heading}>
          <BodyView body={section.body} label={section.heading} root={root} />
        </PageSection>
      ))}
    </>
  );
}

/** Part of a page under its heading; without a heading only the content. */
export function PageSection({ heading, aside, children }: PropsWithChildren<{
  readonly heading?: string | undefined;
  /** Further text after the heading, in a smaller font. */
  readonly aside?: Child;
}>) {
  if (heading === undefined) return <>{children}</>;
  const id = heading.toLowerCase().replaceAll(NOT_ID_REGEXP, "-");
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {heading}
        {aside && <small>{aside}</small>}
      </h2>
      {children}
    </section>
  );
}

/** Content of a section of a report, without its heading. */
export function BodyView({ body, label = "Table", root }: {
  readonly body: ReportSection["body"];
  /** Name for users of screen readers. */
  readonly label?: string | undefined;
  readonly root: string;
}) {
  if (body.kind === "facts") return <Facts {...body} root={root} />;
  if (body.kind === "list") return <Items {...body} />;
  return (
    <Frame label={label}>
      <Rows {...body} root={root} />
    </Frame>
  );
}

/** Frame around a table, which scrolls by itself on a narrow screen. */
export function Frame({ label, children }: PropsWithChildren<{ readonly label: string }>) {
  return <figure tabindex={0} role="group" aria-label={label}>{children}</figure>;
}

function Facts({ facts, root }: Pick<FactList, "facts"> & { readonly root: string }) {
  return (
    <dl>
      {facts.map(({ name, lines }) => (
        <div>
          <dt>{name}</dt>
          <dd>
            {lines.map((line) => (
              <div>
                <CellView cell={line} root={root} />
              </div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Items({ items, isNumbered }: Pick<ItemList, "items" | "isNumbered">) {
  const shown = items.slice(0, MAX_ROWS).map(({ text, remark }) => (
    <li>
      <OneLine text={text} />
      {remark !== undefined && (
        <div class="faint">
          <OneLine text={remark} />
        </div>
      )}
    </li>
  ));
  const rest = items.length - shown.length;
  return (
    <>
      {isNumbered ? <ol>{shown}</ol> : <ul>{shown}</ul>}
      {rest > 0 && <p class="faint">and {formatCount(rest, "more item")}</p>}
    </>
  );
}

function Rows(
  { columns, rows, root }: Pick<ReportTable, "columns" | "rows"> & { readonly root: string },
) {
  const rest = rows.length - MAX_ROWS;
  const kindOf = (at: number) => columns[at]?.right ? "number" : undefined;
  return (
    <table>
      {columns.some(({ title }) => title !== undefined) && (
        <thead>
          <tr>
            {columns.map(({ title = "" }, at) => <th scope="col" class={kindOf(at)}>{title}</th>)}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.slice(0, MAX_ROWS).map((row) => (
          <tr>
            {row.map((cell, at) => (
              <td class={kindOf(at)}>
                <CellView cell={cell} root={root} />
              </td>
            ))}
          </tr>
        ))}
        {rest > 0 && (
          <tr>
            <td colspan={columns.length} class="faint">
              and {formatCount(rest, "more row")}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Cell: its words, their tone, and their link. */
function CellView({ cell, root }: { readonly cell: Cell; readonly root: string }) {
  if (typeof cell === "string") return <PlainText text={cell} />;
  const { text, words = text, tone, record, session, page } = cell;
  const shown = <PlainText text={words} />;
  if (record !== undefined) return <a href={pageUrl(`/log/${record}`, { root })}>{shown}</a>;
  if (session !== undefined) return <a href={pageUrl("/session", { root, session })}>{shown}</a>;
  if (page !== undefined) return <a href={pageUrl(page.path, { root, ...page.values })}>{shown}</a>;
  return tone === undefined ? shown : <span class={tone}>{shown}</span>;
}
