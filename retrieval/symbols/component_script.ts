import { profileOf } from "@dossier/core/language";

const SCRIPT_REGEXP = /<script\b[^>]*>([^]*?)<\/script\s*>/gi;
const LINE_END_REGEXP = /[^\n]/g;

/** What of a template before a name makes it code: a tag, the value of an attribute, braces. */
const TEMPLATE_CODE_REGEXP =
  /<\/?$|(?:^|[\s])(?:[@:]|v-|on:|bind:|use:)[\w.:@-]*=["'][^"'\n]*$|\{[^{}]*$/;

/** UTF-16 units before a name in a template that are looked at. */
const MAX_BEFORE = 300;

/** Returns the language that the script of a file is written in, or its own for another file. */
export function scriptLanguage(language: string): string {
  return profileOf(language)?.script ?? language;
}

/** Returns whether files of a language have a script beside something else. */
export function isComponent(language: string): boolean {
  return profileOf(language)?.script !== undefined;
}

/** Returns a component with spaces in the place of all that is no script, so that offsets stay. */
export function maskTemplate(text: string): string {
  const ranges = [...text.matchAll(SCRIPT_REGEXP)].map(({ 0: whole, 1: code = "", index }) => {
    const start = index + whole.indexOf(">", whole.search(/<script/i)) + 1;
    return [start, start + code.length] as const;
  });
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(done, start).replaceAll(LINE_END_REGEXP, " "), text.slice(start, end));
    done = end;
  }
  return parts.join("") + text.slice(done).replaceAll(LINE_END_REGEXP, " ");
}

/** Returns whether a name at an offset of a template is code: a handler, a binding, a component. */
export function isTemplateCode(text: string, offset: number): boolean {
  return TEMPLATE_CODE_REGEXP.test(text.slice(Math.max(0, offset - MAX_BEFORE), offset));
}
