/** The server is drawing what was asked for: it is to be asked again after so long. */
export class PictureNotReady extends Error {
  readonly retryMs: number;

  constructor(retryMs: number) {
    super('the picture is being drawn');
    this.retryMs = retryMs;
  }
}
