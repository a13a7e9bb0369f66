/** Reason of a failed read. `away`: no answer in time; `replaced`: the object is no longer the version that was opened. */
export type S3ReadReason = 'missing' | 'refused' | 'replaced' | 'away' | 'unusable';

/** An object of a store that cannot be read. The message fits the operator's screen. */
export class S3ReadError extends Error {
  override readonly name = 'S3ReadError';
  readonly reason: S3ReadReason;

  constructor(reason: S3ReadReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
