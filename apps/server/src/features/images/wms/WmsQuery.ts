import type { Problem } from '@pgis/contract';
import { AppError } from '../../../errors/AppError.ts';

/** The parameters of a WMS request by their upper-case names, and the problems found in them. */
export class WmsQuery {
  readonly #values = new Map<string, string>();
  readonly #problems: Problem[] = [];

  constructor(query: Readonly<Record<string, string>>) {
    for (const [spelling, value] of Object.entries(query)) {
      const name = spelling.toUpperCase();
      // A name in two spellings with two values is ambiguous.
      if ((this.#values.get(name) ?? value) !== value) this.fail(name, 'NOT_ALLOWED');
      this.#values.set(name, value);
    }
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Returns undefined when the parameter is missing or empty. */
  find(name: string): string | undefined {
    return this.#values.get(name) || undefined;
  }

  fail(name: string, code: Problem['code']): void {
    this.#problems.push({ path: `query/${name}`, code });
  }

  /** Returns a value that must match a pattern; `fallback` where it is missing, which is a problem without a fallback. */
  text(name: string, pattern: RegExp, fallback?: string): string {
    const value = this.find(name);
    if (value === undefined) {
      if (fallback === undefined) this.fail(name, 'REQUIRED');
      return fallback ?? '';
    }
    if (!pattern.test(value)) this.fail(name, 'NOT_ALLOWED');
    return value;
  }

  /** Returns a whole number of at most six digits. */
  whole(
    name: string,
    { min = 0, max = Infinity, fallback }: { min?: number; max?: number; fallback?: number } = {},
  ): number {
    const value = this.find(name);
    if (value === undefined) {
      if (fallback === undefined) this.fail(name, 'REQUIRED');
      return fallback ?? min;
    }
    const number = Number(value);
    if (!/^\d{1,6}$/.test(value) || number < min) this.fail(name, 'WRONG_FORMAT');
    else if (number > max) this.fail(name, 'OUT_OF_RANGE');
    return number;
  }

  /** Checks SERVICE, which may be missing. */
  service(): void {
    this.text('SERVICE', /^WMS$/i, 'WMS');
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  /** @throws IMAGE_REQUEST with all problems found. */
  check(): void {
    if (this.#problems.length > 0) throw new AppError('IMAGE_REQUEST', { errors: this.#problems });
  }
}

export const wmsVersions = ['1.1.1', '1.3.0'] as const;
export type WmsVersion = (typeof wmsVersions)[number];

/**
 * Negotiates the version: the highest that is not above the requested one, else the lowest (OGC 06-042, 6.2.4). Without a
 * version the name of the parameter for the coordinate system decides.
 */
export function parseVersion(query: WmsQuery, fallback: WmsVersion = '1.3.0'): WmsVersion {
  const version = query.find('VERSION') ?? query.find('WMTVER');
  if (version === undefined) return query.has('SRS') && !query.has('CRS') ? '1.1.1' : fallback;
  return /^(0|1\.[012])(\.|$)/.test(version) ? '1.1.1' : '1.3.0';
}
