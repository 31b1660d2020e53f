import { type CarriedContext, documentTitle } from "./core/mod.ts";
import { knowledgeBody } from "./knowledge_file.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";
import type { TierPlaces } from "./resolve_source.ts";
import { blockIgnored, findMarkdownNames, OWN_FILES, readTierFile } from "./tier_files.ts";

/** Returns what there is to tell sessions of a project of its own accord. */
export async function readCarriedContext(
  { form, manifest }: ReadContextManifest,
  places: TierPlaces,
): Promise<CarriedContext> {
  const { root, state: { active: [current], text } } = places;
  const read = async (path: string): Promise<string | undefined> => {
    const read = await readTierFile(`${form.folder}/${path}`, OWN_FILES, places);
    const [piece] = await blockIgnored([read], places);
    return piece !== undefined && "text" in piece ? piece.text : undefined;
  };
  const names = findMarkdownNames(root, `${form.folder}/knowledge`);
  const knowledge = (await Promise.all(names.map(async (name) => {
    const text = await read(`knowledge/${name}`);
    return text === undefined
      ? []
      : [{ name: name.slice(0, -".md".length), text: knowledgeBody(text) }];
  }))).flat();
  const [workflow, worktree, restore] = await Promise.all(
    ["workflow.md", "worktree.json", "context-restore.md"].map(read),
  );
  return {
    knowledge,
    ...(workflow === undefined ? {} : { workflow }),
    ...(worktree === undefined ? {} : { worktree }),
    ...(restore === undefined ? {} : { restore }),
    uris: [...manifest.identity.sources, ...manifest.workflow.sources].map(({ uri }) => uri),
    ...(current === undefined ? {} : { activeRfc: documentTitle(text) ?? current.path }),
  };
}
