import { DatabaseSync } from 'node:sqlite';
import type { SourceFile } from '../../files/SourceFile.ts';
import { getDefinition } from '../../reprojection.ts';
import { SourceError } from '../../SourceError.ts';
import type { BrokenFeature, FeatureSource, ReadFeature } from '../SourceFeature.ts';
import type { SourceOptions } from '../SourceOptions.ts';
import { parseWkb, UnsupportedWkbError } from './parseWkb.ts';

interface GeometryTable {
  readonly name: string;
  readonly column: string;
  readonly srsId: number;
}

/** Rows with longer values are left out; a geometry of two million vertices takes half of it. */
const MAX_VALUE_BYTES = 64_000_000;

/** Bytes of the envelope in the header of a geometry, by the code in its flags. */
const envelopeBytes = [0, 32, 48, 48, 64];

/**
 * Opens a layer of a GeoPackage. Only tables are read, never a view: its text would be run as SQL of somebody else.
 * Triggers run on writes alone, and the file is open for reading.
 *
 * @throws Error when it is no GeoPackage or has no layer with geometries.
 */
export function openGeoPackage(file: SourceFile, { layer }: SourceOptions): FeatureSource {
  if (file.path === undefined)
    throw new SourceError('ARCHIVE_DAMAGED', 'Unpack the GeoPackage from the zip first.');
  const database = new DatabaseSync(file.path, { readOnly: true, allowExtension: false });
  try {
    requireTables(database);
    const tables = listTables(database);
    const table = tables[layer === undefined ? 0 : tables.findIndex(({ name }) => name === layer)];
    if (table === undefined)
      throw layer === undefined
        ? new SourceError('NO_OBJECTS', 'The GeoPackage has no layer with geometries.')
        : new SourceError('NO_LAYER', `The file has no layer "${layer}".`);
    const crs = findCrs(database, table.srsId);
    return {
      format: 'geopackage',
      layers: tables.map(({ name }) => name),
      layer: table.name,
      declaredCrs: () => crs,
      features: readRows(database, table),
    };
  } catch (error) {
    database.close();
    throw toReadable(error);
  }
}

/** SQLite's texts speak of databases and disk images. */
function toReadable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_SQLITE_ERROR') return error;
  return new SourceError('DAMAGED', 'The file is not a GeoPackage, or it is damaged.', { cause: error });
}

/** The two tables that say what the file holds. As views they would be SQL of somebody else, as their columns could be. */
function requireTables(database: DatabaseSync): void {
  const row = database
    .prepare(`
      SELECT count(DISTINCT lower(m.name)) AS tables, coalesce(sum(c.hidden <> 0), 0) AS computed
      FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS c
      WHERE lower(m.name) IN ('gpkg_geometry_columns', 'gpkg_spatial_ref_sys')
        AND m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`)
    .get();
  if (Number(row?.tables) !== 2 || Number(row?.computed) !== 0)
    throw new SourceError('DAMAGED', 'The file is not a GeoPackage, or it is damaged.');
}

function listTables(database: DatabaseSync): GeometryTable[] {
  const rows = database
    .prepare(`
      SELECT g.table_name AS name, g.column_name AS "column", g.srs_id AS srsId
      FROM gpkg_geometry_columns AS g
      JOIN sqlite_master AS m ON m.name = g.table_name AND m.type = 'table'
      WHERE m.sql NOT LIKE 'CREATE VIRTUAL%'
      ORDER BY g.rowid LIMIT 1000`)
    .all();
  return rows.map(({ name, column, srsId }) => ({
    name: String(name),
    column: String(column),
    srsId: Number(srsId),
  }));
}

/** Returns the code where it is an EPSG code that we know, else the definition in the file. */
function findCrs(database: DatabaseSync, srsId: number): string | undefined {
  const row = database
    .prepare(
      'SELECT organization, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?',
    )
    .get(srsId);
  if (row === undefined || srsId === 0 || srsId === -1) return undefined;
  const code = `EPSG:${row.code}`;
  if (/^epsg$/i.test(String(row.organization)) && getDefinition(code) !== undefined) return code;
  return String(row.definition);
}

async function* readRows(database: DatabaseSync, table: GeometryTable): AsyncGenerator<ReadFeature> {
  try {
    const columns = listStoredColumns(database, table.name);
    const tooLong = columns.map((name) => isTooLong(name, table)).join(', ');
    const flag = freeName(columns);
    const statement = database.prepare(
      `SELECT ${columns.map(toLimited).join(', ')}, 1 IN (${tooLong}) AS ${flag} FROM ${quote(table.name)}`,
    );
    statement.setReadBigInts(true);
    const key = findRowIdColumn(database, table.name);
    let rowNumber = 0;
    for (const { [flag]: hasLongValue, ...row } of statement.iterate())
      yield toFeature(row, table, { rowNumber: ++rowNumber, key, hasLongValue: hasLongValue === 1n });
  } catch (error) {
    throw toReadable(error);
  } finally {
    database.close();
  }
}

/** SQLite knows the length of a value without reading it. */
const toLimited = (name: string): string =>
  `iif(octet_length(${quote(name)}) <= ${MAX_VALUE_BYTES}, ${quote(name)}, NULL) AS ${quote(name)}`;

/** True for a text or geometry that is left out. Other blobs are never read. */
const isTooLong = (name: string, { column }: GeometryTable): string =>
  `octet_length(${quote(name)}) > ${MAX_VALUE_BYTES}${name === column ? '' : ` AND typeof(${quote(name)}) = 'text'`}`;

/** A name that no column has. */
const freeName = (columns: readonly string[]): string =>
  `flag${'_'.repeat(Math.max(0, ...columns.map((name) => name.length)))}`;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A generated column is computed when it is read, by an expression of the file. */
const listStoredColumns = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .all(table)
    .map(({ name }) => String(name));

/** GeoPackage asks for a key of whole numbers that means nothing outside the file. */
function findRowIdColumn(database: DatabaseSync, table: string): string | undefined {
  const row = database
    .prepare(`SELECT name FROM pragma_table_info(?) WHERE pk = 1 AND upper(type) = 'INTEGER'`)
    .get(table);
  return row === undefined ? undefined : String(row.name);
}

interface RowContext {
  readonly rowNumber: number;
  readonly key: string | undefined;
  readonly hasLongValue: boolean;
}

function toFeature(
  row: Readonly<Record<string, unknown>>,
  { column }: GeometryTable,
  { rowNumber, key, hasLongValue }: RowContext,
): ReadFeature {
  const properties: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row))
    if (name !== column && name !== key && !(value instanceof Uint8Array)) properties[name] = toPlain(value);
  const shape = row[column];
  const broken = (problem: string, reason: BrokenFeature['reason']) => ({
    ...{ rowNumber, problem, reason },
    properties,
  });
  if (hasLongValue)
    return shape === null
      ? broken('the geometry is too large', 'TOO_LARGE')
      : broken('a value is too long', 'VALUE_TOO_LONG');
  if (shape === null) return broken('no geometry', 'NO_GEOMETRY');
  try {
    const geometry = parseGeoPackageGeometry(shape);
    return geometry === undefined
      ? broken('no geometry', 'NO_GEOMETRY')
      : { rowNumber, geometry, properties };
  } catch (error) {
    if (error instanceof UnsupportedWkbError)
      return broken('this type of geometry cannot be imported', 'GEOMETRY_TYPE');
    if (error instanceof RangeError) return broken('the geometry is damaged', 'NOT_READABLE');
    throw error;
  }
}

/** Returns undefined for an empty geometry. */
function parseGeoPackageGeometry(shape: unknown): ReturnType<typeof parseWkb> | undefined {
  if (!(shape instanceof Uint8Array)) throw new RangeError('not a blob');
  const bytes = Buffer.from(shape.buffer, shape.byteOffset, shape.length);
  if (bytes.length < 8 || bytes.toString('latin1', 0, 2) !== 'GP') throw new RangeError('no header');
  const flags = bytes.readUInt8(3);
  if ((flags & 0x10) !== 0) return undefined;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if (envelope === undefined) throw new RangeError('unknown envelope');
  return parseWkb(bytes, 8 + envelope);
}

function toPlain(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
}
