import type { FastifyBaseLogger } from 'fastify';

/** Work that an answer does not wait for. Closing the app waits for it. */
export class BackgroundWork {
  private readonly running = new Set<Promise<void>>();

  /** Starts after the present request has been answered; a failure is logged. */
  run(what: string, log: FastifyBaseLogger, work: () => Promise<void>): void {
    const task = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((err: unknown) => log.error({ err }, `${what} failed`))
      .finally(() => this.running.delete(task));
    this.running.add(task);
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
