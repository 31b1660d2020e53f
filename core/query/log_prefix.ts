/** What stands before each line of an output: times, labels, and names of containers, jobs and programs. */
const PREFIX_REGEXP = new RegExp(
  `^(?:${
    [
      // GitHub's client: job, step, and then a time
      "[^\\t]{1,80}\\t[^\\t]{1,80}\\t(?=\\d{4}-)",
      // 2026-01-02T03:04:05.678Z, [2026-01-02 03:04:05,678]
      "\\[?\\d{4}[-/]\\d\\d[-/]\\d\\d[T ,]{1,2}\\d\\d:\\d\\d:\\d\\d[.,\\d]*(?:Z|[+-]\\d\\d:?\\d\\d)?\\]?[ \\t]",
      // Android: 01-02 03:04:05.678  1234  1234 E AndroidRuntime: , E/flutter ( 1234):
      "\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+ +\\d+ +\\d+ [A-Z] [\\w.-]{1,60} *: ",
      "[A-Z]\\/[\\w.-]{1,60} *\\( *\\d+\\): ",
      // journald: Jan 02 03:04:05 host web[123]: ; Heroku: app[web.1]:
      "[A-Z][a-z]{2} +\\d{1,2} \\d\\d:\\d\\d:\\d\\d [\\w.-]{1,80} ",
      "[\\w./-]{1,80}\\[[\\w.-]{1,40}\\]: ",
      // [03:04:05]: , 00:01:23
      "\\[?\\d\\d:\\d\\d:\\d\\d[.,\\d]*\\]?:? ",
      // Docker: web_1  | , #12 3.456
      "[A-Za-z][\\w.-]{0,60} {0,30}\\| ",
      "#\\d{1,4} \\d{1,5}\\.\\d{1,4} ",
      // [web] , [pod/web-1/app] ; @acme/web:build: ; packages/web build:
      "\\[[\\w@./: -]{1,80}\\] ",
      "[\\w@./-]{1,80}:[a-z][\\w-]{0,40}(?::[\\w-]{1,40})?: ",
      "(?:\\.|[\\w@.-]{1,40}\\/[\\w@./-]{1,80}) [a-z][\\w:-]{0,40}: ",
    ].join("|")
  }){1,4}`,
);

/** Returns how long what a logger, a container or a runner of jobs printed before a line is; 0 for none. */
export function logPrefixLength(line: string): number {
  return PREFIX_REGEXP.exec(line)?.[0].length ?? 0;
}
