import type { ShapeSize } from '@pgis/contract';
import { type Extent, parseWkt, shapeSize, toWkt } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';
import { type ObjectKind, objectKinds } from '../layers/ObjectKind.ts';

/** A geometry that has passed the first gate: counted, inside the world, written in the normal form. */
export interface CheckedGeometry {
  readonly wkt: string;
  readonly kind: ObjectKind;
  readonly vertexCount: number;
  readonly extent3857: Readonly<Extent>;
}

const invalidGeometry = (): AppError =>
  new AppError('INVALID_GEOMETRY', { errors: [{ path: '/wkt', code: 'INVALID_GEOMETRY' }] });

/** The gate before SQL. Throws INVALID_GEOMETRY; nothing is ever repaired. */
export function parseGeometry(text: string): CheckedGeometry {
  const parsed = parseWkt(text);
  if (!parsed.ok) throw invalidGeometry();
  const { geometry, kind, vertexCount, extent3857 } = parsed;
  return { wkt: toWkt(geometry), kind: objectKinds[kind], vertexCount, extent3857 };
}

/** Size of a geometry that has passed the gate. */
export function sizeOfWkt(wkt: string): ShapeSize {
  const parsed = parseWkt(wkt);
  return parsed.ok ? shapeSize(parsed.geometry) : {};
}

/** The second gate: rings that cross themselves and lines without length are refused by the database. */
export async function checkValidity(db: Kysely<Schema>, { wkt }: CheckedGeometry): Promise<void> {
  const { rows } = await sql<{ isValid: boolean }>`
    SELECT ST_IsValid(ST_GeomFromText(${wkt}, 3857)) AS "isValid"`.execute(db);
  if (rows[0]?.isValid !== true) throw invalidGeometry();
}
