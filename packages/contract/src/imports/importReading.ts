import { type Static, Type } from 'typebox';
import { Count, closed, nullable, oneOf } from '../primitives.ts';
import { importEncodings } from './importEncodings.ts';

export const importFormats = [
  'geojson',
  'shapefile',
  'geopackage',
  'kml',
  'gpx',
  'dxf',
  'csv',
  'xlsx',
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Groups of reasons why a row of a file stays out; each has a text in each language. */
export const skipReasons = [
  'NO_GEOMETRY',
  'ADDRESS_NOT_FOUND',
  'ADDRESS_AMBIGUOUS',
  'NOT_READABLE',
  'BAD_COORDINATES',
  'OUTSIDE_WORLD',
  'GEOMETRY_TYPE',
  'TOO_FEW_CORNERS',
  'INVALID_SHAPE',
  'TOO_LARGE',
  'NAME_TOO_LONG',
  'DESCRIPTION_TOO_LONG',
  'VALUE_TOO_LONG',
  'VALUE_MISFIT',
  'KEY_MISSING',
  'KEY_TWICE',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Reasons why a file cannot be read or an import ends; each has a text in each language. */
export const importErrors = [
  'UNKNOWN_FORMAT',
  'SHP_MISSING',
  'ARCHIVE_DAMAGED',
  'DAMAGED',
  'TOO_LARGE',
  'TOO_DEEP',
  'DOCTYPE',
  'NO_LAYER',
  'NO_COORDINATES',
  'NO_OBJECTS',
  'UNKNOWN_CRS',
  'TOO_MUCH_TIME',
  'TOO_MUCH_MEMORY',
  'LAYER_GONE',
  'SESSION_ENDED',
  'FORBIDDEN',
  'UNEXPECTED',
] as const;
export type ImportError = (typeof importErrors)[number];

/** Types of values that a field of a file has in all its rows. */
export const guessedTypes = ['text', 'integer', 'decimal', 'date', 'boolean', 'list'] as const;
export type GuessedType = (typeof guessedTypes)[number];

/** Name of a field of a file. */
export const SourceField = Type.String({ maxLength: 255 });

/** Choices by which a file is read where recognition was wrong. */
export const Reading = closed({
  layer: Type.Optional(Type.String({ maxLength: 255 })),
  encoding: Type.Optional(oneOf(importEncodings)),
  columns: Type.Optional(
    closed({
      wkt: Type.Optional(SourceField),
      lon: Type.Optional(SourceField),
      lat: Type.Optional(SourceField),
      /** Column with addresses or names of places, which are looked up instead. */
      address: Type.Optional(SourceField),
    }),
  ),
  /** Another .dbf table beside a Shapefile, whose rows belong to its shapes by a field of each. */
  join: Type.Optional(closed({ table: SourceField, key: SourceField, tableKey: SourceField })),
});
export type ImportReading = Static<typeof Reading>;

/** `EPSG:…`, or `file` for the definition that the file has and that is no known code. */
export const Crs = Type.String({ pattern: '^(EPSG:[0-9]{4,6}|file)$' });

export const SkippedRows = Type.Object({
  reason: oneOf(skipReasons),
  count: Count,
  /** Numbers of the first rows. */
  rows: Type.Array(Type.Integer()),
});
export type SkippedRows = Static<typeof SkippedRows>;

const ImportField = Type.Object({
  name: Type.String(),
  /** Rows with a value. */
  filled: Count,
  type: oneOf(guessedTypes),
  /** Rows whose value is not of that type. */
  misfits: Count,
  /** Different values, for a list of at most `limits.import.listValues`. */
  distinct: nullable(Count),
  isUnique: Type.Boolean(),
  /** UTF-16 units of the longest value. */
  maxLength: Count,
});
export type ImportField = Static<typeof ImportField>;

export const CrsCandidate = Type.Object({
  crs: Crs,
  name: Type.String(),
  /** Read with north before east. */
  isSwapped: Type.Boolean(),
  isFromFile: Type.Boolean(),
  /** Shapes of the sample within the map area of the company. */
  inside: Count,
  /** Distance of the sample from the map area; null where it does not lie on the world. */
  distanceM: nullable(Type.Number()),
});
export type CrsCandidate = Static<typeof CrsCandidate>;

/** Facts about a file, found without saving anything. */
export const ImportInspection = Type.Object({
  format: oneOf(importFormats),
  layers: Type.Array(Type.String()),
  layer: Type.String(),
  /** Tables without shapes that can be joined, and the one that is. */
  tables: Type.Array(Type.Object({ name: Type.String(), fields: Type.Array(Type.String()) })),
  join: nullable(Type.Object({ table: Type.String(), key: Type.String(), tableKey: Type.String() })),
  encoding: nullable(
    Type.Object({
      name: oneOf(importEncodings),
      origin: oneOf(['bom', 'cpg', 'dbf', 'declared', 'guessed', 'selected']),
    }),
  ),
  /** Values with letters beyond ASCII, by which a reader sees whether the encoding is right. */
  sampleTexts: Type.Array(Type.String()),
  featureCount: Count,
  kinds: Type.Object({ point: Count, line: Count, polygon: Count }),
  /** Polygons that cross themselves. */
  crossing: Count,
  skipped: Type.Array(SkippedRows),
  fields: Type.Array(ImportField),
  /** The first rows, values in the order of the fields. */
  rows: Type.Array(Type.Object({ rowNumber: Type.Integer(), values: Type.Array(nullable(Type.String())) })),
  /** Shapes on which the candidates are judged. */
  sampleCount: Count,
  /** The likely ones first. */
  candidates: Type.Array(CrsCandidate),
  /** Column whose addresses were looked up. */
  address: Type.Optional(Type.String()),
});
export type ImportInspection = Static<typeof ImportInspection>;
