/** The server is still drawing the image; the client requests it again after `retryMs`. */
export class ImageNotReady extends Error {
  readonly retryMs: number;

  constructor(retryMs: number) {
    super('the image is being drawn');
    this.retryMs = retryMs;
  }
}
