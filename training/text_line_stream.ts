/** Stream that splits text into its lines, without their ends. */
export class TextLineStream extends TransformStream<string, string> {
  /** Creates the stream. */
  constructor() {
    let rest = "";
    super({
      transform(text, controller) {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) controller.enqueue(line);
      },
      flush(controller) {
        if (rest !== "") controller.enqueue(rest);
      },
    });
  }
}
