/** Colours of a picture that is shrunk: pages have few. */
const COLOURS = "64";

/** Has a picture take a third of its bytes where `pngquant` is installed; else it stays as it is. */
export async function shrinkPicture(file: string): Promise<void> {
  try {
    await new Deno.Command("pngquant", {
      args: ["--force", "--strip", "--output", file, COLOURS, "--", file],
    }).output();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
