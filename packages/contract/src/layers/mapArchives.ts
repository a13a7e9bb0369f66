import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { limits } from '../limits.ts';
import { closed, oneOf, trimmedText } from '../primitives.ts';
import { MapLayer } from './mapLayers.ts';

/**
 * Files that are listed of the folder of archives, and texts of one that is added. They stand apart from `limits`, which the
 * public map loads.
 */
export const mapArchiveLimits = { files: 100, fileNameLength: 200, attributionLength: 500 } as const;

/**
 * What is wrong with a file that should be an archive. `EMPTY`: no streets, water or names in its bounds. `CUT_OFF`: the
 * file is shorter than its directory says, as during a copy.
 */
export const archiveProblems = [
  'MISSING',
  'NO_ACCESS',
  'NOT_ARCHIVE',
  'NOT_SUPPORTED',
  'UNKNOWN_SCHEMA',
  'NO_INDEX',
  'CUT_OFF',
  'DAMAGED',
  'EMPTY',
] as const;
export type ArchiveProblem = (typeof archiveProblems)[number];

/** A file in the archive folder of the server; either `info` or `problem` is there. */
export const MapArchive = Type.Object({
  file: Type.String(),
  sizeBytes: Type.Integer(),
  /** True when a base layer that the company sees is drawn from it. */
  isUsed: Type.Boolean(),
  problem: Type.Optional(oneOf(archiveProblems)),
  info: Type.Optional(
    Type.Object({
      format: Type.Union([Type.Literal('PMTiles'), Type.Literal('MBTiles')]),
      schema: Type.String(),
      name: Type.String(),
      /** Plain text; empty when the archive does not say who made its data. */
      attribution: Type.String(),
      west: Type.Number(),
      south: Type.Number(),
      east: Type.Number(),
      north: Type.Number(),
      minZoom: Type.Integer(),
      maxZoom: Type.Integer(),
    }),
  ),
});
export type MapArchive = Static<typeof MapArchive>;

const manage = { tag: 'layers', policy: { audience: 'signedIn', right: 'manageMapLayers' } } as const;

export const listMapArchives = defineCall({
  ...manage,
  name: 'listMapArchives',
  method: 'GET',
  path: '/api/v1/base-map/archives',
  summary: 'Tile archives in the folder `basemaps` of the server, and what they hold',
  reply: { status: 200, schema: Type.Array(MapArchive) },
  errors: ['FORBIDDEN'],
});

const MapArchiveBody = closed({
  /** A name from the list, never a path or an address. */
  file: trimmedText(1, mapArchiveLimits.fileNameLength),
  name: trimmedText(1, limits.mapLayer.nameLength),
  group: Type.Optional(trimmedText(0, limits.mapLayer.nameLength)),
  /** Shown on the map; by default what the archive says. */
  attribution: Type.Optional(trimmedText(0, mapArchiveLimits.attributionLength)),
});
export type MapArchiveBody = Static<typeof MapArchiveBody>;

export const addMapArchive = defineCall({
  ...manage,
  name: 'addMapArchive',
  method: 'POST',
  path: '/api/v1/base-map/archives',
  summary: 'Add a base layer to the own company that is drawn from an archive of the list',
  body: MapArchiveBody,
  reply: { status: 201, schema: MapLayer },
  errors: ['FORBIDDEN'],
});
