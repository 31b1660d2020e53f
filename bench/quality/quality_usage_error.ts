/** A call that can not be answered; the message is one sentence for the caller. */
export class QualityUsageError extends Error {
  override readonly name = "QualityUsageError";
}
