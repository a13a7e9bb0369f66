import type { Problem } from '@pgis/contract';
import { AppError } from '../../../http/AppError.ts';

/** The parameters of a WMS request, by their names in capitals, and what is wrong with them. */
export class WmsQuery {
  readonly #values = new Map<string, string>();
  readonly #problems: Problem[] = [];

  constructor(query: Readonly<Record<string, string>>) {
    for (const [spelling, value] of Object.entries(query)) {
      const name = spelling.toUpperCase();
      // The same name twice, in another spelling: nobody knows which one is meant.
      if ((this.#values.get(name) ?? value) !== value) this.fail(name, 'NOT_ALLOWED');
      this.#values.set(name, value);
    }
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Undefined when it is missing or empty. */
  find(name: string): string | undefined {
    return this.#values.get(name) || undefined;
  }

  fail(name: string, code: Problem['code']): void {
    this.#problems.push({ path: `query/${name}`, code });
  }

  /** A value that has to look like this; `otherwise` where it is missing, a problem without one. */
  text(name: string, pattern: RegExp, otherwise?: string): string {
    const value = this.find(name);
    if (value === undefined) {
      if (otherwise === undefined) this.fail(name, 'REQUIRED');
      return otherwise ?? '';
    }
    if (!pattern.test(value)) this.fail(name, 'NOT_ALLOWED');
    return value;
  }

  /** A whole number of at most six digits. */
  whole(
    name: string,
    { least = 0, most = Infinity, otherwise }: { least?: number; most?: number; otherwise?: number } = {},
  ): number {
    const value = this.find(name);
    if (value === undefined) {
      if (otherwise === undefined) this.fail(name, 'REQUIRED');
      return otherwise ?? least;
    }
    const number = Number(value);
    if (!/^\d{1,6}$/.test(value) || number < least) this.fail(name, 'WRONG_FORMAT');
    else if (number > most) this.fail(name, 'OUT_OF_RANGE');
    return number;
  }

  /** SERVICE may be missing, but not name another one. */
  service(): void {
    this.text('SERVICE', /^WMS$/i, 'WMS');
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  /** @throws IMAGE_REQUEST with all that does not fit. */
  check(): void {
    if (this.#problems.length > 0) throw new AppError('IMAGE_REQUEST', { errors: this.#problems });
  }
}

export const wmsVersions = ['1.1.1', '1.3.0'] as const;
export type WmsVersion = (typeof wmsVersions)[number];

/**
 * The highest that is not higher than the one asked for, else the lowest (OGC 06-042, 6.2.4); without a version the name of
 * the coordinate system tells.
 */
export function parseVersion(query: WmsQuery, otherwise: WmsVersion = '1.3.0'): WmsVersion {
  const version = query.find('VERSION') ?? query.find('WMTVER');
  if (version === undefined) return query.has('SRS') && !query.has('CRS') ? '1.1.1' : otherwise;
  return /^(0|1\.[012])(\.|$)/.test(version) ? '1.1.1' : '1.3.0';
}
