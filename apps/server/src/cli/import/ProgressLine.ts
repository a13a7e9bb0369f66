import type { ImportProgress } from '../../importing/writeBatches.ts';

const barWidth = 24;

/** A bar with rate and time left: redrawn in a terminal, a line every 5 s elsewhere. */
export class ProgressLine {
  readonly #started = performance.now();
  readonly #out: NodeJS.WriteStream;
  #lastAt = 0;

  constructor(out: NodeJS.WriteStream = process.stderr) {
    this.#out = out;
  }

  show(progress: ImportProgress): void {
    const now = performance.now();
    const last = progress.done >= progress.total;
    if (!last && now - this.#lastAt < (this.#out.isTTY ? 100 : 5_000)) return;
    this.#lastAt = now;
    const text = progressText(progress, (now - this.#started) / 1000);
    this.#out.write(this.#out.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  }

  end(): void {
    if (this.#out.isTTY) this.#out.write('\r\x1b[K');
  }
}

/** `[####----] 41 200 of 78 099, 9 340 a second, 4 s left`. */
function progressText({ done, total }: ImportProgress, seconds: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * barWidth);
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 ? Math.ceil((total - done) / rate) : undefined;
  const number = (value: number) => Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return (
    `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${number(done)} of ${number(total)}, ` +
    `${number(rate)} a second${left === undefined ? '' : `, ${left < 120 ? `${left} s` : `${Math.ceil(left / 60)} min`} left`}`
  );
}
