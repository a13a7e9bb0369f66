import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { ImportId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Count, closed, EmptyBody, extentProperties, nullable } from '../primitives.ts';
import { Import, importParams, ownImports } from './Import.ts';
import { Crs, CrsCandidate, Reading } from './importReading.ts';
import { ImportSettings } from './importSettings.ts';

const fileOfImport = Type.Object({
  id: ImportId,
  index: Type.Integer({ minimum: 0, maximum: limits.import.files - 1 }),
});

export const addImport = defineCall({
  ...ownImports,
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
  ...ownImports,
  name: 'listImports',
  method: 'GET',
  path: '/api/v1/imports',
  summary: 'One’s own imports, newest first, without their inspections',
  reply: { status: 200, schema: Type.Array(Import) },
});

export const getImport = defineCall({
  ...ownImports,
  name: 'getImport',
  method: 'GET',
  path: '/api/v1/imports/:id',
  summary: 'State, facts and result of one of one’s own imports',
  params: importParams,
  reply: { status: 200, schema: Import },
});

/** tus asks with HEAD, which every GET answers; the headers are those of its core protocol. */
export const getImportUpload = defineCall({
  ...ownImports,
  name: 'getImportUpload',
  method: 'GET',
  path: '/api/v1/imports/:id/files/:index',
  summary: 'Bytes of a file that have arrived (HEAD of the tus protocol)',
  params: fileOfImport,
  reply: { status: 200, schema: Type.Object({ received: Count, size: Count }) },
});

export const appendImportUpload = defineCall({
  ...ownImports,
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
  ...ownImports,
  name: 'readImport',
  method: 'PUT',
  path: '/api/v1/imports/:id/reading',
  summary: 'Read the files again: another layer, encoding or columns with coordinates',
  params: importParams,
  body: Reading,
  reply: { status: 200, schema: Import },
  errors: ['IMPORT_STATE'],
});

export const locateImport = defineCall({
  ...ownImports,
  name: 'locateImport',
  method: 'GET',
  path: '/api/v1/imports/:id/location',
  summary: 'The sample of a file on the map, in EPSG:3857, read in a coordinate system',
  params: importParams,
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
  ...ownImports,
  policy: { audience: 'signedIn', right: 'addObject' },
  name: 'runImport',
  method: 'POST',
  path: '/api/v1/imports/:id/run',
  summary: 'Import a file that has been inspected',
  params: importParams,
  body: ImportSettings,
  reply: { status: 200, schema: Import },
  errors: ['IMPORT_STATE', 'UNKNOWN_FIELD', 'VIEW_HAS_NO_DATA'],
});

export const undoImport = defineCall({
  ...ownImports,
  name: 'undoImport',
  method: 'POST',
  path: '/api/v1/imports/:id/undo',
  summary: 'Take back what an import has added or changed, except what somebody has changed since',
  params: importParams,
  body: EmptyBody,
  reply: { status: 200, schema: Type.Object({ deleted: Count, kept: Count }) },
  errors: ['IMPORT_STATE', 'CHANGE_STATE'],
});

export const deleteImport = defineCall({
  ...ownImports,
  name: 'deleteImport',
  method: 'DELETE',
  path: '/api/v1/imports/:id',
  summary: 'Stop an import, which leaves nothing behind, or forget one that is done',
  params: importParams,
  /** With `stops`, one that is done meanwhile stays, and differences that are being written wait again. */
  query: closed({ stops: Type.Optional(Type.Boolean()) }),
  reply: { status: 204 },
  errors: ['IMPORT_STATE'],
});

export const findCoordinateSystems = defineCall({
  ...ownImports,
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
