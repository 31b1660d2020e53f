/** Number of colours of a shrunk picture: pages have few. */
const COLOURS = "64";

/**
 * Shrinks a picture to a third of its bytes when `pngquant` is installed; otherwise it is
 * unchanged.
 */
export async function shrinkPicture(file: string): Promise<void> {
  try {
    await new Deno.Command("pngquant", {
      args: ["--force", "--strip", "--output", file, COLOURS, "--", file],
    }).output();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
