import { createReadStream } from 'node:fs';
import type { FixedRow } from '@pgis/contract';
import { parseWkt } from '@pgis/geo';
import type { AddressLocations } from '../addresses/AddressLocations.ts';
import { geometryProblemText, geometryReason } from '../sources/geometryProblemText.ts';
import type { ReadFeature } from '../sources/SourceFeature.ts';
import { toLocation } from '../sources/tables/toTableFeatures.ts';
import { readCorrectable } from './readStoredRows.ts';
import type { Cell, StoredRow } from './storedRow.ts';

export type CellType = 'number' | 'boolean' | 'string';

export const toCellType = (value: unknown): CellType | undefined => {
  const type = typeof value;
  return type === 'number' || type === 'boolean' || type === 'string' ? type : undefined;
};

export interface Corrections {
  /** Rows with the values that were corrected. */
  readonly rows: readonly FixedRow[];
  /** Fields of the file. */
  readonly names: readonly string[];
  /** Types that values of a field have elsewhere; those of the rows themselves stand for the others. */
  readonly types: readonly (readonly [field: string, type: CellType])[];
  /** Field with addresses, by which rows without a shape get one. */
  readonly address?: { readonly field: string; readonly locations: AddressLocations } | undefined;
}

/** Yields the rows of the file of skipped rows that were corrected, in degrees. */
export async function* correctRows(
  path: string,
  { rows, names, types: known, address }: Corrections,
): AsyncGenerator<ReadFeature> {
  const fixed = new Map(rows.map((row) => [row.rowNumber, row]));
  const stored: StoredRow[] = [];
  for await (const row of readCorrectable(createReadStream(path), (one) => fixed.has(one))) stored.push(row);
  const types = new Map<string, CellType>();
  for (const [i, name] of names.entries())
    for (const { values } of stored) {
      const type = toCellType(values[i]);
      if (type !== undefined) types.set(name, type);
    }
  for (const [name, type] of known) types.set(name, type);
  for (const row of stored) yield correctRow(row, { names, types, address, fixed: fixed.get(row.rowNumber) });
}

interface Correcting extends Pick<Corrections, 'address'> {
  readonly names: readonly string[];
  readonly types: ReadonlyMap<string, CellType>;
  readonly fixed: FixedRow | undefined;
}

function correctRow({ rowNumber, values, wkt }: StoredRow, correcting: Correcting): ReadFeature {
  const { names, types, fixed, address } = correcting;
  const properties: Record<string, Cell> = {};
  for (const [i, name] of names.entries()) properties[name] = values[i] ?? null;
  for (const { field, value } of fixed?.values ?? [])
    properties[field] = toCell(value.trim(), types.get(field));
  const shape = wkt === '' ? (fixed?.wkt ?? '') : wkt;
  if (shape === '' && address !== undefined)
    return { rowNumber, properties, ...toLocation(properties[address.field], address.locations) };
  const parsed = parseWkt(shape);
  if (parsed.ok) return { rowNumber, properties, geometry: parsed.geometry };
  const { problems } = parsed;
  return { rowNumber, properties, problem: geometryProblemText(problems), reason: geometryReason(problems) };
}

/** A text that fits the type of the field's other values gets it. */
function toCell(text: string, type: CellType | undefined): Cell {
  if (text === '') return null;
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}
