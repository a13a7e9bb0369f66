import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { ChangeId, ImportId, LayerId, ObjectId, TreeNodeId } from '../ids.ts';
import { limits } from '../limits.ts';
import {
  closed,
  EmptyBody,
  extentProperties,
  LanguageSchema,
  Moment,
  nullable,
  trimmedText,
} from '../primitives.ts';
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

const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });

const Count = Type.Integer({ minimum: 0 });
const DifferenceId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const fieldName = Type.String({ maxLength: 255 });

/** How a file is read, where that is not what was recognised. */
const Reading = closed({
  layer: Type.Optional(Type.String({ maxLength: 255 })),
  encoding: Type.Optional(oneOf(importEncodings)),
  columns: Type.Optional(
    closed({
      wkt: Type.Optional(fieldName),
      lon: Type.Optional(fieldName),
      lat: Type.Optional(fieldName),
      /** Column with addresses or names of places, which are looked up instead. */
      address: Type.Optional(fieldName),
    }),
  ),
  /** Another .dbf table beside a Shapefile, whose rows belong to its shapes by a field of each. */
  join: Type.Optional(closed({ table: fieldName, key: fieldName, tableKey: fieldName })),
});
export type ImportReading = Static<typeof Reading>;

/** `EPSG:…`, or `file` for the definition that the file has and that is no known code. */
const Crs = Type.String({ pattern: '^(EPSG:[0-9]{4,6}|file)$' });

const SkippedRows = Type.Object({
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

const CrsCandidate = Type.Object({
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

/** Fields of the file that are imported, with their names in the layer; the others are left out. */
const TakenField = closed({
  source: fieldName,
  name: trimmedText(1, limits.fieldNameLength),
  /** In a comparison: objects that exist keep their value, or get the one of the file where theirs is empty. */
  update: Type.Optional(oneOf(['keep', 'fillEmpty'])),
});

/** A text with `{field}` in it; fields are those of the file. */
const Template = Type.String({ maxLength: limits.label.length });

/**
 * Which object of the layer a row is about: the one with the same values in the key fields, the one that was imported with
 * that key, or the nearest one of the same kind within a distance.
 */
const Match = Type.Union([
  closed({ by: Type.Literal('fields') }),
  closed({ by: Type.Literal('importKey') }),
  closed({
    by: Type.Literal('place'),
    distanceM: Type.Number({ minimum: 0, maximum: limits.import.matchDistanceM }),
  }),
]);
export type ImportMatch = Static<typeof Match>;

/** What is done with a file that has been inspected. */
export const ImportSettings = closed({
  target: Type.Union([
    closed({
      kind: Type.Literal('newLayer'),
      groupId: TreeNodeId,
      name: trimmedText(1, limits.classifierNameLength),
      isPublic: Type.Boolean(),
    }),
    closed({ kind: Type.Literal('add'), layerId: LayerId }),
    closed({
      kind: Type.Literal('compare'),
      layerId: LayerId,
      match: Match,
      /** Compares the values alone; changed objects keep their shapes. */
      keepsShapes: Type.Optional(Type.Boolean()),
    }),
  ]),
  fields: Type.Array(TakenField, { maxItems: limits.layerFields }),
  name: Type.Optional(Template),
  description: Type.Optional(Template),
  /** Fields that together identify an object: of a new layer, or in a comparison. */
  keyFields: Type.Optional(Type.Array(fieldName, { minItems: 1, maxItems: 5, uniqueItems: true })),
  crs: Crs,
  isSwapped: Type.Optional(Type.Boolean()),
  repairs: Type.Boolean(),
  /** Cuts names, descriptions and values that are too long instead of leaving the row out. */
  truncates: Type.Boolean(),
});
export type ImportSettings = Static<typeof ImportSettings>;

const ImportResult = Type.Object({
  /** Null when no row could be imported: a new layer is then not added. */
  layerId: nullable(LayerId),
  layerName: Type.String(),
  added: Count,
  repaired: Count,
  skipped: Type.Array(SkippedRows),
  tookMs: Count,
  /** True when a file with the skipped rows can be downloaded. */
  hasRows: Type.Boolean(),
  undoneAt: nullable(Moment),
  /** Of an applied comparison. */
  compared: Type.Optional(
    Type.Object({
      updated: Count,
      deleted: Count,
      unchanged: Count,
      /** Large change by which it is undone; null when nothing was taken. */
      changeId: nullable(ChangeId),
    }),
  ),
});
export type ImportResult = Static<typeof ImportResult>;

/**
 * What a comparison says of a row of the file, or of an object that no row is about. A `conflict` would overwrite what
 * somebody has edited since the object was imported; of an `ambiguous` row the layer has several objects with its key.
 */
export const differenceKinds = ['added', 'changed', 'conflict', 'missing', 'unchanged', 'ambiguous'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const DifferenceCounts = Type.Object({
  added: Count,
  changed: Count,
  conflict: Count,
  missing: Count,
  unchanged: Count,
  ambiguous: Count,
});
export type DifferenceCounts = Static<typeof DifferenceCounts>;

const Comparison = Type.Object({
  layerId: LayerId,
  layerName: Type.String(),
  counts: DifferenceCounts,
  skipped: Type.Array(SkippedRows),
  /** Comments and files of the missing objects. */
  missingUses: Type.Object({ comments: Count, files: Count }),
  /** False when too many rows were skipped to say which objects are missing. */
  listsMissing: Type.Boolean(),
  comparedAt: Moment,
  /** True when objects were changed while one wanted to apply it: nothing was applied, everything was compared again. */
  wasRepeated: Type.Boolean(),
  /** True when the skipped rows can be corrected and compared as well. */
  hasRows: Type.Optional(Type.Boolean()),
});
export type Comparison = Static<typeof Comparison>;

/** `importing` is also the state while a comparison is made or applied; in between it is `compared`. */
export const importStates = [
  'uploading',
  'reading',
  'ready',
  'importing',
  'compared',
  'done',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

const Import = Type.Object({
  id: ImportId,
  state: oneOf(importStates),
  files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer(), received: Type.Integer() })),
  /** Rows read or written so far; `total` is null until they are counted. */
  progress: nullable(Type.Object({ done: Count, total: nullable(Count) })),
  inspection: nullable(ImportInspection),
  /** True while and after a file is compared with a layer. */
  isComparison: Type.Boolean(),
  comparison: nullable(Comparison),
  result: nullable(ImportResult),
  /** Reason why the file cannot be read or the import has ended. */
  failure: nullable(oneOf(importErrors)),
  createdAt: Moment,
  finishedAt: nullable(Moment),
  /** Time at which the files, or the record of what was imported, are deleted. */
  expiresAt: Moment,
});
export type Import = Static<typeof Import>;

const own = { tag: 'imports', policy: { audience: 'signedIn' } } as const;
const importId = Type.Object({ id: ImportId });
const fileOfImport = Type.Object({
  id: ImportId,
  index: Type.Integer({ minimum: 0, maximum: limits.import.files - 1 }),
});

export const addImport = defineCall({
  ...own,
  policy: { audience: 'signedIn', right: 'addObject' },
  name: 'addImport',
  method: 'POST',
  path: '/api/v1/imports',
  summary: 'Announce the files of an import, which are then uploaded',
  body: closed({
    files: Type.Array(
      closed({
        name: Type.String({ minLength: 1, maxLength: limits.fileNameLength }),
        size: Type.Integer({ minimum: 1, maximum: limits.import.bytes }),
      }),
      { minItems: 1, maxItems: limits.import.files },
    ),
  }),
  reply: { status: 201, schema: Import },
  errors: ['TOO_MANY_IMPORTS', 'PAYLOAD_TOO_LARGE'],
});

export const listImports = defineCall({
  ...own,
  name: 'listImports',
  method: 'GET',
  path: '/api/v1/imports',
  summary: 'One’s own imports, newest first, without their inspections',
  reply: { status: 200, schema: Type.Array(Import) },
});

export const getImport = defineCall({
  ...own,
  name: 'getImport',
  method: 'GET',
  path: '/api/v1/imports/:id',
  summary: 'State, facts and result of one of one’s own imports',
  params: importId,
  reply: { status: 200, schema: Import },
});

/** tus asks with HEAD, which every GET answers; the headers are those of its core protocol. */
export const getImportUpload = defineCall({
  ...own,
  name: 'getImportUpload',
  method: 'GET',
  path: '/api/v1/imports/:id/files/:index',
  summary: 'Bytes of a file that have arrived (HEAD of the tus protocol)',
  params: fileOfImport,
  reply: { status: 200, schema: Type.Object({ received: Count, size: Count }) },
});

export const appendImportUpload = defineCall({
  ...own,
  name: 'appendImportUpload',
  method: 'PATCH',
  path: '/api/v1/imports/:id/files/:index',
  summary: 'Append bytes to a file at Upload-Offset (PATCH of the tus protocol)',
  params: fileOfImport,
  isBytes: true,
  bodyBytes: limits.import.bytes,
  reply: { status: 204 },
  errors: ['UPLOAD_OFFSET', 'UPLOAD_BROKEN', 'STORAGE_FULL', 'STORAGE_AWAY', 'PAYLOAD_TOO_LARGE'],
});

export const readImport = defineCall({
  ...own,
  name: 'readImport',
  method: 'PUT',
  path: '/api/v1/imports/:id/reading',
  summary: 'Read the files again: another layer, encoding or columns with coordinates',
  params: importId,
  body: Reading,
  reply: { status: 200, schema: Import },
  errors: ['IMPORT_STATE'],
});

export const locateImport = defineCall({
  ...own,
  name: 'locateImport',
  method: 'GET',
  path: '/api/v1/imports/:id/location',
  summary: 'The sample of a file on the map, in EPSG:3857, read in a coordinate system',
  params: importId,
  query: closed({ crs: Crs, swapped: Type.Optional(Type.Boolean()) }),
  reply: {
    status: 200,
    schema: Type.Object({
      candidate: CrsCandidate,
      /** GeoJSON geometries. */
      shapes: Type.Array(Type.Unknown()),
      extent: nullable(Type.Object(extentProperties)),
      mapArea: Type.Object(extentProperties),
    }),
  },
  errors: ['IMPORT_STATE'],
});

export const runImport = defineCall({
  ...own,
  policy: { audience: 'signedIn', right: 'addObject' },
  name: 'runImport',
  method: 'POST',
  path: '/api/v1/imports/:id/run',
  summary: 'Import a file that has been inspected',
  params: importId,
  body: ImportSettings,
  reply: { status: 200, schema: Import },
  errors: ['IMPORT_STATE', 'UNKNOWN_FIELD', 'VIEW_HAS_NO_DATA'],
});

const OldAndNew = Type.Object({ old: nullable(Type.String()), new: nullable(Type.String()) });

const Difference = Type.Object({
  id: DifferenceId,
  kind: oneOf(differenceKinds),
  /** Null of an object that no row is about. */
  rowNumber: nullable(Type.Integer()),
  objectId: nullable(ObjectId),
  key: nullable(Type.String()),
  /** Name after the change. */
  name: Type.String(),
  /** What differs: `name`, `description` or a field of the layer. All values of added and missing objects. */
  values: Type.Array(
    Type.Object({
      part: oneOf(['name', 'description', 'field']),
      field: Type.String(),
      ...OldAndNew.properties,
    }),
  ),
  isShapeChanged: Type.Boolean(),
  /** The last edit since an import has written the object; the name is empty of a visitor. */
  edited: nullable(Type.Object({ by: Type.String(), at: Moment })),
  /** Metres of a line, square metres of a polygon. */
  oldMeasure: nullable(Type.Number()),
  newMeasure: nullable(Type.Number()),
  /** GeoJSON geometries in EPSG:3857, with fewer corners. */
  oldShape: nullable(Type.Unknown()),
  newShape: nullable(Type.Unknown()),
});
export type Difference = Static<typeof Difference>;

export const listDifferences = defineCall({
  ...own,
  name: 'listDifferences',
  method: 'GET',
  path: '/api/v1/imports/:id/differences',
  summary: 'Differences between a file and a layer, in pages; of all kinds but unchanged unless one is named',
  params: importId,
  query: closed({
    kind: Type.Optional(oneOf(differenceKinds)),
    /** Changes of this field of the layer alone. */
    field: Type.Optional(Type.String({ maxLength: limits.fieldNameLength })),
    after: Type.Optional(DifferenceId),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.import.differencePageRows })),
    minx: Type.Optional(Type.Number()),
    miny: Type.Optional(Type.Number()),
    maxx: Type.Optional(Type.Number()),
    maxy: Type.Optional(Type.Number()),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      items: Type.Array(Difference),
      /** Passed as `after` for the next page. */
      next: nullable(DifferenceId),
    }),
  },
  errors: ['IMPORT_STATE', 'VIEW_HAS_NO_DATA'],
});

/** The whole of a kind without some, or some alone. */
const Choice = closed({
  all: Type.Boolean(),
  except: Type.Array(DifferenceId, { maxItems: limits.import.exceptions, uniqueItems: true }),
});

export const applyComparison = defineCall({
  ...own,
  policy: { audience: 'signedIn', right: 'editObject' },
  name: 'applyComparison',
  method: 'POST',
  path: '/api/v1/imports/:id/apply',
  summary: 'Write the selected differences to the layer, as one change',
  params: importId,
  body: closed({ added: Choice, changed: Choice, conflict: Choice, missing: Choice }),
  reply: { status: 200, schema: Import },
  errors: ['IMPORT_STATE', 'VIEW_HAS_NO_DATA'],
});

export const undoImport = defineCall({
  ...own,
  name: 'undoImport',
  method: 'POST',
  path: '/api/v1/imports/:id/undo',
  summary: 'Take back what an import has added or changed, except what somebody has changed since',
  params: importId,
  body: EmptyBody,
  reply: { status: 200, schema: Type.Object({ deleted: Count, kept: Count }) },
  errors: ['IMPORT_STATE', 'CHANGE_STATE'],
});

export const deleteImport = defineCall({
  ...own,
  name: 'deleteImport',
  method: 'DELETE',
  path: '/api/v1/imports/:id',
  summary: 'Stop an import, which leaves nothing behind, or forget one that is done',
  params: importId,
  /** With `stops`, one that is done meanwhile stays, and differences that are being written wait again. */
  query: closed({ stops: Type.Optional(Type.Boolean()) }),
  reply: { status: 204 },
  errors: ['IMPORT_STATE'],
});

export const downloadSkippedRows = defineCall({
  ...own,
  name: 'downloadSkippedRows',
  method: 'GET',
  path: '/api/v1/imports/:id/skipped',
  summary: 'The skipped rows as a CSV file: with their reasons, or with their values to fix',
  params: importId,
  query: closed({
    content: Type.Union([Type.Literal('reasons'), Type.Literal('rows')]),
    language: Type.Optional(LanguageSchema),
  }),
  reply: { status: 200, as: 'binary' },
});

const SkippedRow = Type.Object({
  rowNumber: Type.Integer(),
  reason: oneOf(skipReasons),
  /** In the order of the fields. */
  values: Type.Array(nullable(Type.String())),
  /** GeoJSON geometry in EPSG:3857, with fewer corners; null for a row without one. */
  shape: nullable(Type.Unknown()),
});
export type SkippedRow = Static<typeof SkippedRow>;

export const listSkippedRows = defineCall({
  ...own,
  name: 'listSkippedRows',
  method: 'GET',
  path: '/api/v1/imports/:id/skipped-rows',
  summary: 'The first skipped rows with their values and shapes, to be corrected',
  params: importId,
  reply: {
    status: 200,
    schema: Type.Object({
      fields: Type.Array(Type.String()),
      rows: Type.Array(SkippedRow, { maxItems: limits.import.fixedRows }),
    }),
  },
  errors: ['IMPORT_STATE'],
});

/** Skipped row with the values that were corrected. */
const FixedRow = closed({
  rowNumber: Type.Integer({ minimum: 0 }),
  values: Type.Array(
    closed({ field: fieldName, value: Type.String({ maxLength: limits.data.valueLength }) }),
    {
      maxItems: limits.layerFields,
    },
  ),
  /** Shape in degrees, for a row without one. */
  wkt: Type.Optional(Type.String({ maxLength: 10_000 })),
});
export type FixedRow = Static<typeof FixedRow>;

export const fixSkippedRows = defineCall({
  ...own,
  policy: { audience: 'signedIn', right: 'addObject' },
  name: 'fixSkippedRows',
  method: 'POST',
  path: '/api/v1/imports/:id/skipped-rows',
  summary: 'Import or compare skipped rows once more with corrected values; they belong to the same import',
  params: importId,
  body: closed({ rows: Type.Array(FixedRow, { minItems: 1, maxItems: limits.import.fixedRows }) }),
  reply: { status: 200, schema: Import },
  errors: ['IMPORT_STATE', 'CHANGE_STATE', 'UNKNOWN_FIELD', 'VIEW_HAS_NO_DATA'],
});

export const findCoordinateSystems = defineCall({
  ...own,
  name: 'findCoordinateSystems',
  method: 'GET',
  path: '/api/v1/coordinate-systems',
  summary: 'Coordinate systems of the EPSG register by name or code',
  query: closed({ q: Type.String({ maxLength: 100 }) }),
  reply: {
    status: 200,
    schema: Type.Array(Type.Object({ crs: Crs, name: Type.String() })),
  },
});
