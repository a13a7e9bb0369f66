import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { limits } from '../limits.ts';
import { closed, LanguageSchema, nullable, oneOf } from '../primitives.ts';
import { Import, importParams, ownImports } from './Import.ts';
import { SourceField, skipReasons } from './importReading.ts';

export const downloadSkippedRows = defineCall({
  ...ownImports,
  name: 'downloadSkippedRows',
  method: 'GET',
  path: '/api/v1/imports/:id/skipped',
  summary: 'The skipped rows as a CSV file: with their reasons, or with their values to fix',
  params: importParams,
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
  ...ownImports,
  name: 'listSkippedRows',
  method: 'GET',
  path: '/api/v1/imports/:id/skipped-rows',
  summary: 'The first skipped rows with their values and shapes, to be corrected',
  params: importParams,
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
    closed({ field: SourceField, value: Type.String({ maxLength: limits.data.valueLength }) }),
    {
      maxItems: limits.layerFields,
    },
  ),
  /** Shape in degrees, for a row without one. */
  wkt: Type.Optional(Type.String({ maxLength: 10_000 })),
});
export type FixedRow = Static<typeof FixedRow>;

export const fixSkippedRows = defineCall({
  ...ownImports,
  policy: { audience: 'signedIn', right: 'addObject' },
  name: 'fixSkippedRows',
  method: 'POST',
  path: '/api/v1/imports/:id/skipped-rows',
  summary: 'Import or compare skipped rows once more with corrected values; they belong to the same import',
  params: importParams,
  body: closed({ rows: Type.Array(FixedRow, { minItems: 1, maxItems: limits.import.fixedRows }) }),
  reply: { status: 200, schema: Import },
  errors: ['IMPORT_STATE', 'CHANGE_STATE', 'UNKNOWN_FIELD', 'VIEW_HAS_NO_DATA'],
});
