/** Duration of a test. */
export interface TestTime {
  readonly name: string;
  /** Path of its file, as reported by the runner. */
  readonly file: string;
  readonly seconds: number;
}

const CASE_REGEXP = /<testcase name="([^"]*)" classname="([^"]*)" time="([^"]*)"/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&amp;": "&",
};

/** Separator of a test and its step. */
const STEP_SEPARATOR = " > ";

/**
 * Returns the slowest tests of a JUnit report, slowest first. The time of a test includes its
 * steps.
 */
export function listSlowestTests(report: string, count: number): TestTime[] {
  const times = [...report.matchAll(CASE_REGEXP)].map(([, name = "", file = "", seconds]) => ({
    name: unescape(name),
    file: unescape(file),
    seconds: Number(seconds),
  }));
  const names = new Set(times.map(({ name, file }) => `${file}\n${name}`));
  const isStep = ({ name, file }: TestTime) =>
    [...name.matchAll(new RegExp(STEP_SEPARATOR, "g"))]
      .some(({ index }) => names.has(`${file}\n${name.slice(0, index)}`));
  return times.filter((time) => !isStep(time))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/** Returns a line for each test: its seconds, file and name. */
export function renderTestTimes(times: readonly TestTime[]): string {
  return times.map(({ name, file, seconds }) =>
    `${seconds.toFixed(1).padStart(6)} s  ${file.replace(/^\.\//, "")}  ${name}\n`
  ).join("");
}

function unescape(text: string): string {
  return text.replace(/&[a-z#0-9]+;/g, (entity) => ENTITIES[entity] ?? entity);
}
