/** Languages of components, by the grammar of their scripts. */
const COMPONENT_LANGUAGES: ReadonlySet<string> = new Set(["vue", "svelte", "astro", "html"]);

const SCRIPT_REGEXP = /<script\b[^>]*>([^]*?)<\/script\s*>/gi;
const FRONT_MATTER_REGEXP = /^\s*---\r?\n([^]*?)\n---/;
const LINE_END_REGEXP = /[^\n]/g;

/** What of a template before a name makes it code: a tag, the value of an attribute, braces. */
const TEMPLATE_CODE_REGEXP =
  /<\/?$|(?:^|[\s])(?:[@:]|v-|on:|bind:|use:)[\w.:@-]*=["'][^"'\n]*$|\{[^{}]*$/;

/** UTF-16 units before a name in a template that are looked at. */
const MAX_BEFORE = 300;

/** Returns the language that the script of a file is written in, or its own for another file. */
export function scriptLanguage(language: string): string {
  return COMPONENT_LANGUAGES.has(language) ? "tsx" : language;
}

/** Returns whether files of a language have a script beside something else. */
export function isComponent(language: string): boolean {
  return COMPONENT_LANGUAGES.has(language);
}

/** Returns a component with spaces in the place of all that is no script, so that offsets stay. */
export function maskTemplate(text: string, language: string): string {
  const ranges = [...text.matchAll(SCRIPT_REGEXP)].map(({ 0: whole, 1: code = "", index }) => {
    const start = index + whole.indexOf(">", whole.search(/<script/i)) + 1;
    return [start, start + code.length] as const;
  });
  const front = language === "astro" ? FRONT_MATTER_REGEXP.exec(text) : null;
  if (front !== null) {
    const start = text.indexOf("---") + 3;
    ranges.push([start, start + front[1]!.length + 1]);
  }
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    if (start < done) continue;
    parts.push(text.slice(done, start).replaceAll(LINE_END_REGEXP, " "), text.slice(start, end));
    done = end;
  }
  return parts.join("") + text.slice(done).replaceAll(LINE_END_REGEXP, " ");
}

/** Returns whether a name at an offset of a template is code: a handler, a binding, a component. */
export function isTemplateCode(text: string, offset: number): boolean {
  return TEMPLATE_CODE_REGEXP.test(text.slice(Math.max(0, offset - MAX_BEFORE), offset));
}
