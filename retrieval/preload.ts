/**
 * Starts to load what the bundle of an issue needs, so that its modules arrive together and while others
 * are at work: asked for one after the other, each lot would be waited for.
 */
export function preloadTask(): void {
  preloadBundle();
  void import("./issue/read_issue.ts");
  void import("./task/bundle_for_task.ts");
  void import("@dossier/core/query");
}

/** The same for any bundle. */
export function preloadBundle(): void {
  void import("./index/refresh_index.ts");
  void import("./assemble_context.ts");
  void import("./state/open_state.ts");
  void import("./record/record_bundle.ts");
}
