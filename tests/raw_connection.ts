/** Answer as received over the connection. */
export interface RawAnswer {
  readonly status: number;
  /** Headers by names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HEAD_REGEXP = /^HTTP\/1\.[01] (\d{3})[^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/;
const HEADER_REGEXP = /^([^:]+):\s*(.*)$/;

/** Connection over which a test sends bytes that no client would send. */
export class RawConnection implements Disposable {
  readonly #connection: Deno.TcpConn;
  #text = "";
  #isEnded = false;

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  /** Connects to a port of this machine. */
  static async open(port: number): Promise<RawConnection> {
    return new RawConnection(await Deno.connect({ hostname: "127.0.0.1", port }));
  }

  /** Sends text with one byte per character; does nothing when the other end is closed. */
  async send(text: string): Promise<void> {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    try {
      for (let sent = 0; sent < bytes.length;) {
        sent += await this.#connection.write(bytes.subarray(sent));
      }
    } catch (error) {
      if (!isClosedByPeer(error)) throw error;
    }
  }

  /** Closes the sending side. */
  async closeWrite(): Promise<void> {
    await this.#connection.closeWrite();
  }

  /** Returns the next answer, which must declare its length; undefined after the last. */
  async readAnswer(): Promise<RawAnswer | undefined> {
    for (;;) {
      const answer = this.#takeAnswer();
      if (answer !== undefined) return answer;
      if (!await this.#receive()) return undefined;
    }
  }

  /** Returns all answers until the other end closes the connection. */
  async readAnswers(): Promise<readonly RawAnswer[]> {
    const answers: RawAnswer[] = [];
    for (;;) {
      const answer = await this.readAnswer();
      if (answer === undefined) return answers;
      answers.push(answer);
    }
  }

  /** Closes the connection, also before its end. */
  [Symbol.dispose](): void {
    this.#connection.close();
  }

  #takeAnswer(): RawAnswer | undefined {
    const [head, status, lines = ""] = HEAD_REGEXP.exec(this.#text) ?? [];
    if (head === undefined) return undefined;
    const headers = Object.fromEntries(
      lines.trimEnd().split("\r\n").map((line) => {
        const [, name = "", value = ""] = HEADER_REGEXP.exec(line) ?? [];
        return [name.toLowerCase(), value];
      }),
    );
    const length = Number(headers["content-length"] ?? 0);
    if (status === "100") this.#text = this.#text.slice(head.length);
    if (status === "100" || this.#text.length < head.length + length) return undefined;
    const body = this.#text.slice(head.length, head.length + length);
    this.#text = this.#text.slice(head.length + length);
    return { status: Number(status), headers, body };
  }

  async #receive(): Promise<boolean> {
    if (this.#isEnded) return false;
    const bytes = new Uint8Array(65_536);
    try {
      const length = await this.#connection.read(bytes);
      this.#isEnded = length === null;
      this.#text += String.fromCharCode(...bytes.subarray(0, length ?? 0));
    } catch (error) {
      if (!isClosedByPeer(error)) throw error;
      this.#isEnded = true;
    }
    return !this.#isEnded;
  }
}

function isClosedByPeer(error: unknown): boolean {
  return error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BrokenPipe ||
    error instanceof Deno.errors.NotConnected;
}
