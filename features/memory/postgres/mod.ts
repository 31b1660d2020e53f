export declare function openPostgresMemory(
  url: string,
): Promise<import("@dossier/retrieval/state").StateStore>;
