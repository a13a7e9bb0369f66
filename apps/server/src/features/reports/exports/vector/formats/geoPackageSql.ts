/** Columns of a report that hold whole numbers. */
export const integerColumns: ReadonlySet<string> = new Set(['id', 'votes', 'files']);

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Identification and the tables that every GeoPackage has (OGC 12-128r17). */
export const BASE_SQL = `
  PRAGMA application_id = 0x47504B47;
  PRAGMA user_version = 10300;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system');
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
    z TINYINT NOT NULL, m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id))`;

export const EXTENSIONS_SQL = `
  CREATE TABLE gpkg_extensions (
    table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
    CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))`;

export const LAYER_STYLES_SQL = `
  CREATE TABLE layer_styles (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT(256), f_table_schema TEXT(256),
    f_table_name TEXT(256), f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT, styleSLD TEXT,
    useAsDefault BOOLEAN, description TEXT, owner TEXT(30), ui TEXT(30),
    update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')))`;

/** The triggers of the extension `gpkg_rtree_index`: programs that change the table call their own ST_ functions in them. */
export function indexTriggers(table: string): string {
  const name = quoteName(table);
  const index = quoteName(`rtree_${table}_geom`);
  const trigger = (which: string) => quoteName(`rtree_${table}_geom_${which}`);
  const box = 'NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)';
  const hasShape = 'NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)';
  const hasNone = '(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))';
  return `
    CREATE TRIGGER ${trigger('insert')} AFTER INSERT ON ${name} WHEN (${hasShape})
      BEGIN INSERT OR REPLACE INTO ${index} VALUES (${box}); END;
    CREATE TRIGGER ${trigger('update1')} AFTER UPDATE OF geom ON ${name} WHEN OLD.fid = NEW.fid AND (${hasShape})
      BEGIN INSERT OR REPLACE INTO ${index} VALUES (${box}); END;
    CREATE TRIGGER ${trigger('update2')} AFTER UPDATE OF geom ON ${name} WHEN OLD.fid = NEW.fid AND ${hasNone}
      BEGIN DELETE FROM ${index} WHERE id = OLD.fid; END;
    CREATE TRIGGER ${trigger('update3')} AFTER UPDATE ON ${name} WHEN OLD.fid != NEW.fid AND (${hasShape})
      BEGIN DELETE FROM ${index} WHERE id = OLD.fid; INSERT OR REPLACE INTO ${index} VALUES (${box}); END;
    CREATE TRIGGER ${trigger('update4')} AFTER UPDATE ON ${name} WHEN OLD.fid != NEW.fid AND ${hasNone}
      BEGIN DELETE FROM ${index} WHERE id IN (OLD.fid, NEW.fid); END;
    CREATE TRIGGER ${trigger('delete')} AFTER DELETE ON ${name} WHEN OLD.geom NOT NULL
      BEGIN DELETE FROM ${index} WHERE id = OLD.fid; END`;
}
