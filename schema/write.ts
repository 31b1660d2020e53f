/** Writes the published JSON Schema files: `deno run --allow-write=schema schema/write.ts`. */
import { renderBundleJsonSchema } from "../retrieval/schema/bundle_schema.ts";

Deno.writeTextFileSync(
  new URL("bundle.v2.schema.json", import.meta.url),
  renderBundleJsonSchema(),
);
