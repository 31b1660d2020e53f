import { formatGaps } from "../fragment/elide.ts";
import { formatSymbol, type UnhashedFragment } from "../fragment/fragment.ts";
import { formatPath } from "../fragment/repository_path.ts";
import type { Note, UnhashedBundle } from "../pack/bundle.ts";
import { formatOutcomes } from "../signal/check_target.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";
import { fitFooter } from "./fit_footer.ts";
import { listFittingNames } from "./format_names.ts";
import { splitNotes } from "./shortage_note.ts";
import { toPromptOrder } from "./prompt_order.ts";
import type { TextRenderer } from "./renderer.ts";
import { summariseOmissions } from "./summarise_omissions.ts";

/** Characters that XML 1.0 cannot have: most controls, lone surrogates and two noncharacters. */
const ILLEGAL_REGEXP =
  // deno-lint-ignore no-control-regex -- control characters are matched on purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu;
const TEXT_SPECIAL_REGEXP = /[&<>\r]/g;
const ATTRIBUTE_SPECIAL_REGEXP = /[&<>"\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would turn these into spaces or newlines.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Tagged and escaped blocks; an XML 1.0 document without a declaration. */
export const XML_RENDERER: TextRenderer = {
  name: "xml",
  mediaType: "application/xml; charset=utf-8",
  renderFragment,
  render(bundle, estimator) {
    const { count, tokens, reasons } = summariseOmissions(bundle.omitted);
    const { ofManifest, others } = splitNotes(bundle.notes);
    const toNote = ({ code, message }: Note) =>
      `<note${attributes({ code })}>${escapeText(message)}</note>\n`;
    return fitFooter({
      body: renderStart(bundle, estimator) +
        toPromptOrder(bundle.fragments).map(renderFragment).join(""),
      footer: [
        ...ofManifest.map(toNote),
        ...(count === 0 ? [] : [`<omitted${attributes({ count, tokens, reasons })}/>\n`]),
        ...others.map(toNote),
      ],
      end: "</context>\n",
    }, { bundle, estimator });
  },
};

/** Returns the opening tag, the issue, and the outcomes. */
function renderStart(
  bundle: UnhashedBundle,
  estimator: TokenEstimator,
): string {
  const { issue, profile, retry = {}, signals = [], outcomes = [], repositories } = bundle;
  const { limit } = bundle.budget;
  const forbidden = issue?.manifest?.forbidden ?? [];
  const { length } = listFittingNames(forbidden, { limit, estimator });
  const more = forbidden.length - length;
  return [
    `<context${attributes({ repositories: repositories?.map(({ name }) => name).join(" ") })}>\n`,
    ...(issue === undefined
      ? []
      : [`<issue${attributes({ id: issue.id })}>${escapeText(issue.title)}</issue>\n`]),
    ...(profile === undefined ? [] : [`<profile${attributes({ id: profile.id })}/>\n`]),
    ...forbidden.slice(0, length).map((path) => `<forbidden${attributes({ path })}/>\n`),
    ...(more === 0 ? [] : [`<forbidden${attributes({ more })}/>\n`]),
    ...Object.entries(retry).filter(([, text]) => text !== "").map(([name, text]) =>
      `<retry${attributes({ part: name })}>\n${escapeText(text)}\n</retry>\n`
    ),
    ...signals.map(({ signal, reason = "", line }) =>
      `<signal${attributes({ name: signal, line })}>${escapeText(reason)}</signal>\n`
    ),
    ...formatOutcomes(outcomes).map((line) => `<outcome>${escapeText(line)}</outcome>\n`),
  ].join("");
}

/**
 * Returns lines of a file as a passage element, and other text as a fragment element with its
 * source.
 */
function renderFragment(
  { source, location, form, role, remark, position: at, text }: UnhashedFragment,
): string {
  const { startLine, endLine, language } = location ?? {};
  const [name, sourceAttributes] = location === undefined ? ["fragment", { source }] : ["passage", {
    path: formatPath(location),
    lines: `${startLine}-${endLine}`,
    symbol: location.symbol === undefined ? undefined : formatSymbol(location),
    without: formatGaps(location) || undefined,
  }];
  const position = at === "before" ? undefined : at;
  const tag = name + attributes({ ...sourceAttributes, role, position, form, language, remark });
  return form === "reference" ? `<${tag}/>\n` : `<${tag}>\n${escapeText(text)}\n</${name}>\n`;
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join("");
}

function escapeAttribute(text: string): string {
  return toLegal(text).replace(ATTRIBUTE_SPECIAL_REGEXP, (character) => ESCAPES[character]!);
}

function escapeText(text: string): string {
  return toLegal(text).replace(TEXT_SPECIAL_REGEXP, (character) => ESCAPES[character]!);
}

function toLegal(text: string): string {
  return text.replace(ILLEGAL_REGEXP, "\ufffd");
}
