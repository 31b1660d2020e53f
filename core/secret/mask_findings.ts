/** Text with masked secrets. */
interface MaskedText {
  /** The text, with the same number of lines as before. */
  readonly text: string;
  /** Masked ranges of the original text, in order. */
  readonly masked: readonly SecretFinding[];
}

/** Existing mask. */
const MASK_REGEXP = /^\W*«masked: [\w-]+»\W*$/;

/** User and password of an address; the rest of the address is kept. */
const CREDENTIALS_REGEXP = /^[\w+:]+:\/\/([^@/\s]+)@/;

/** Number of an account without its name. */
const ACCOUNT_REGEXP = /\d{4}-?\d{4}-?\d{4}/;

/** Rule of a value that is a secret only because of its name. */
const GENERAL_RULE = "named-secret";

const CONTENT_REGEXP = /[^\r\n]+/g;

/**
 * Returns the text with `«masked: rule»` in place of each secret. Line breaks inside a secret are
 * kept, so that no line number changes. Masking the result again changes nothing.
 *
 * @param findings In any order; overlapping findings are masked as one.
 */
export function maskFindings(text: string, findings: readonly SecretFinding[]): MaskedText {
  const masked = joinOverlapping(findings.map((finding) => narrowToSecret(text, finding)))
    .filter(({ start, end }) => !MASK_REGEXP.test(text.slice(start, end)));
  let result = "";
  let done = 0;
  for (const { rule, start, end } of masked) {
    const breaks = text.slice(start, end).replace(CONTENT_REGEXP, "");
    result += `${text.slice(done, start)}«masked: ${rule}»${breaks}`;
    done = end;
  }
  return { text: result + text.slice(done), masked };
}

/** Returns the part of a finding that is secret. */
function narrowToSecret(text: string, finding: SecretFinding): SecretFinding {
  const found = text.slice(finding.start, finding.end);
  const [, credentials = ""] = CREDENTIALS_REGEXP.exec(found) ?? [];
  const secret = finding.rule === "aws-account-id" ? ACCOUNT_REGEXP.exec(found)?.[0] : credentials;
  if (secret === undefined || secret === "") return finding;
  const start = finding.start + found.indexOf(secret);
  return { ...finding, start, end: start + secret.length };
}

/** Returns findings without overlaps, in order; a joined finding has the most specific rule. */
function joinOverlapping(findings: readonly SecretFinding[]): SecretFinding[] {
  const joined: SecretFinding[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || finding.start >= last.end) joined.push(finding);
    else {
      joined[joined.length - 1] = {
        ...last,
        rule: last.rule === GENERAL_RULE ? finding.rule : last.rule,
        end: Math.max(last.end, finding.end),
      };
    }
  }
  return joined;
}

/** Secret in a text. */
export interface SecretFinding {
  /** Kind of secret, in lower-case words joined by hyphens, such as `github-token`. */
  readonly rule: string;
  /** Offset of its first character, in UTF-16 code units. */
  readonly start: number;
  /** Offset after its last character. */
  readonly end: number;
}
