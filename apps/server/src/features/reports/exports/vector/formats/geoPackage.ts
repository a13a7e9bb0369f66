import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Extent, type Geometry, type GeometryKind, geometryExtent, unionExtents } from '@pgis/geo';
import { crsDefinitions } from '../crs/crsDefinitions.ts';
import type { Feature, Value } from '../readFeatures.ts';
import { toQml } from '../styles/toQml.ts';
import { kindOf, partName } from '../survey.ts';
import { uniqueNames } from '../uniqueNames.ts';
import { ExportProblemError, type VectorColumn, type VectorRequest } from '../VectorRequest.ts';
import { toMulti, toWkb } from '../wkb.ts';
import {
  BASE_SQL,
  EXTENSIONS_SQL,
  indexTriggers,
  integerColumns,
  LAYER_STYLES_SQL,
  quoteName,
  quoteText,
} from './geoPackageSql.ts';
import { orderedKinds, type VectorSource, type VectorWriter } from './VectorFile.ts';

/** OGC GeoPackage 1.3: a table for each kind of geometry, each with its spatial index and its style for QGIS. */
export const geoPackage: VectorWriter = {
  passes: 2,
  write: ({ request, survey, features }: VectorSource) => {
    const { kinds, areNumbers } = survey();
    // Numbers of a strict field are numbers in the file, unless an older value is none.
    const numeric = request.columns.map(({ holds }, at) => holds === 'number' && areNumbers[at] === true);
    const database = new DatabaseSync(request.path);
    try {
      // The file is new, and nobody reads it before it is complete.
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384');
      database.exec(`${BASE_SQL}; BEGIN`);
      addCrs(database, request);
      const names = tableColumns(request.columns);
      // A layer without objects is still a table of its columns.
      const found = kinds.size === 0 ? [[undefined, undefined] as const] : orderedKinds(kinds);
      const tables = found.map(([kind, facts]) => {
        const name = toTableName(
          kind === undefined ? request.layerName : partName(request.layerName, kind, kinds),
        );
        return new FeatureTable(database, {
          request,
          name,
          names,
          numeric,
          kind,
          hasMulti: facts?.hasMulti ?? false,
        });
      });
      let rows = 0;
      for (const feature of features()) {
        const kind = kindOf(feature);
        tables.find((table) => table.kind === kind)?.add(feature);
        rows += 1;
        if (rows % SIZE_CHECK_ROWS === 0 && statSync(request.path).size > request.maxBytes)
          throw new ExportProblemError('TOO_LARGE');
      }
      addStyles(database, request, { tables, names });
      for (const table of tables) table.finish();
      database.exec('COMMIT');
    } finally {
      database.close();
    }
  },
};

const SIZE_CHECK_ROWS = 1_000;
/** Columns that the format itself has. */
const OWN_COLUMNS = ['fid', 'geom'];

const tableColumns = (columns: readonly VectorColumn[]): string[] =>
  uniqueNames(
    columns.map(({ name }) => name),
    { taken: OWN_COLUMNS },
  );

/** Tables of these names belong to the format or to SQLite. */
const toTableName = (name: string): string =>
  /^(gpkg_|sqlite_|rtree_|layer_styles$)/i.test(name) ? `layer_${name}` : name;

const sridOf = ({ crs }: VectorRequest): number => Number(crs.slice('EPSG:'.length));

function addCrs(database: DatabaseSync, request: VectorRequest): void {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition)
     VALUES (?, ?, ?, ?, ?)`,
  );
  for (const crs of ['EPSG:4326', request.crs] as const) {
    const { wkt } = crsDefinitions[crs];
    const srid = sridOf({ ...request, crs });
    insert.run(/"(.*?)"/.exec(wkt)?.[1] ?? crs, srid, 'EPSG', srid, wkt);
  }
}

interface TableOptions {
  readonly request: VectorRequest;
  readonly name: string;
  readonly names: readonly string[];
  /** Columns of texts that are all numbers. */
  readonly numeric: readonly boolean[];
  readonly kind: GeometryKind | undefined;
  readonly hasMulti: boolean;
}

const singleTypes = { point: 'POINT', line: 'LINESTRING', polygon: 'POLYGON' } as const;

const sqlTypes = { text: 'TEXT', number: 'REAL', moment: 'DATETIME', boolean: 'BOOLEAN' } as const;

const sqlTypeOf = ({ kind, column }: VectorColumn): string =>
  integerColumns.has(column) ? 'INTEGER' : sqlTypes[kind];

class FeatureTable {
  readonly kind: GeometryKind | undefined;
  readonly name: string;
  readonly #database: DatabaseSync;
  readonly #options: TableOptions;
  readonly #insert: ReturnType<DatabaseSync['prepare']>;
  readonly #index: ReturnType<DatabaseSync['prepare']>;
  #count = 0;
  #extent: Extent | undefined;

  constructor(database: DatabaseSync, options: TableOptions) {
    const { request, name, names } = options;
    this.kind = options.kind;
    this.name = name;
    this.#database = database;
    this.#options = options;
    const columns = request.columns.map(
      (column, at) =>
        `, ${quoteName(names[at] ?? '')} ${options.numeric[at] ? sqlTypes.number : sqlTypeOf(column)}`,
    );
    database.exec(`
      CREATE TABLE ${quoteName(name)} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ${this.#type}${columns.join('')});
      CREATE VIRTUAL TABLE ${quoteName(`rtree_${name}_geom`)} USING rtree(id, minx, maxx, miny, maxy)`);
    this.#insert = database.prepare(
      `INSERT INTO ${quoteName(name)} VALUES (?, ?${', ?'.repeat(names.length)})`,
    );
    this.#index = database.prepare(`INSERT INTO ${quoteName(`rtree_${name}_geom`)} VALUES (?, ?, ?, ?, ?)`);
  }

  get #type(): string {
    const { kind, hasMulti } = this.#options;
    if (kind === undefined) return 'GEOMETRY';
    return hasMulti ? `MULTI${singleTypes[kind]}` : singleTypes[kind];
  }

  add({ geometry, values }: Feature): void {
    this.#count += 1;
    const extent = geometryExtent(geometry);
    this.#extent = this.#extent === undefined ? extent : unionExtents(this.#extent, extent);
    const shape = this.#options.hasMulti ? toMulti(geometry) : geometry;
    this.#insert.run(
      this.#count,
      toWkb(shape, geometryHead(shape, extent, sridOf(this.#options.request))),
      ...values.map((value, at) =>
        this.#options.numeric[at] && value !== null ? Number(value) : toSqlValue(value),
      ),
    );
    const [minX, minY, maxX, maxY] = extent;
    this.#index.run(this.#count, minX, maxX, minY, maxY);
  }

  /** Registers the table, and adds the triggers that keep its index. */
  finish(): void {
    const { request, name } = this.#options;
    const srid = sridOf(request);
    const extent = this.#extent ?? [null, null, null, null];
    this.#database
      .prepare(
        `INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id)
         VALUES (?, 'features', ?, ?, ?, ?, ?, ?)`,
      )
      .run(name, name, ...extent, srid);
    this.#database
      .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)')
      .run(name, 'geom', this.#type, srid);
    this.#database
      .prepare(`INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', ?, 'write-only')`)
      .run(name, 'http://www.geopackage.org/spec120/#extension_rtree');
    this.#database.exec(indexTriggers(name));
  }
}

const toSqlValue = (value: Value): string | number | null =>
  typeof value === 'boolean' ? Number(value) : value;

const HEAD_BYTES = 8;
/** Little-endian, with an envelope of x and y. */
const FLAGS = 0b0000_0011;

/** The header of a geometry: `GP`, version, flags, reference system, and the envelope, which a point does not need. */
function geometryHead(geometry: Geometry, [minX, minY, maxX, maxY]: Extent, srid: number): Buffer {
  const envelope = geometry.type === 'Point' ? [] : [minX, maxX, minY, maxY];
  const head = Buffer.alloc(HEAD_BYTES + envelope.length * 8);
  head.write('GP', 'latin1');
  head.writeUInt8(envelope.length === 0 ? 1 : FLAGS, 3);
  head.writeInt32LE(srid, 4);
  for (const [at, value] of envelope.entries()) head.writeDoubleLE(value, HEAD_BYTES + at * 8);
  return head;
}

/** The table in which QGIS keeps styles; it applies the one that is marked as the default. */
function addStyles(
  database: DatabaseSync,
  request: VectorRequest,
  { tables, names }: { readonly tables: readonly FeatureTable[]; readonly names: readonly string[] },
): void {
  database.exec(`${EXTENSIONS_SQL}; ${LAYER_STYLES_SQL}`);
  const insert = database.prepare(
    `INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML,
       styleSLD, useAsDefault, description, owner)
     VALUES ('', '', ?, 'geom', ?, ?, '', 1, ?, '')`,
  );
  for (const { name, kind } of tables)
    if (kind !== undefined) {
      insert.run(name, request.layerName, toQml(request, { kind, names }), 'PGIS');
    }
  database.exec(
    `INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES (${quoteText('layer_styles')}, 'attributes', 'layer_styles')`,
  );
}
