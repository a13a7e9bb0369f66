import type { Problem } from '@pgis/contract';
import { AppError } from '../../../http/AppError.ts';

/** The parameters of a WMS request, by their names in capitals, and what is wrong with them. */
export class WmsQuery {
  readonly #values: ReadonlyMap<string, string>;
  readonly #problems: Problem[] = [];

  constructor(query: Readonly<Record<string, string>>) {
    this.#values = new Map(Object.entries(query).map(([name, value]) => [name.toUpperCase(), value]));
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

  /** @throws IMAGE_REQUEST with all that does not fit. */
  check(): void {
    if (this.#problems.length > 0) throw new AppError('IMAGE_REQUEST', { errors: this.#problems });
  }
}

export const wmsVersions = ['1.1.1', '1.3.0'] as const;
export type WmsVersion = (typeof wmsVersions)[number];

/** 1.1.0 differs in nothing that matters here; without a version the name of the coordinate system tells. */
export function parseVersion(query: WmsQuery, otherwise: WmsVersion = '1.3.0'): WmsVersion {
  const version = query.find('VERSION') ?? query.find('WMTVER');
  if (version === undefined) return query.has('SRS') && !query.has('CRS') ? '1.1.1' : otherwise;
  if (/^1\.[01](\.|$)/.test(version)) return '1.1.1';
  return '1.3.0';
}
