/**
 * Bounds on what an archive can make the server read or hold. Real tiles stay below 1 MB packed and 3 MB unpacked, the
 * directories of a planet below 1 MB unpacked. A drawing holds at most the tiles around one tile.
 */
export const archiveLimits = {
  packedTileBytes: 2_000_000,
  tileBytes: 8_000_000,
  packedDirectoryBytes: 2_000_000,
  directoryBytes: 8_000_000,
  directoryEntries: 500_000,
  /** Root and two levels of leaves; writers make one. */
  directoryDepth: 3,
  packedMetadataBytes: 1_000_000,
  metadataBytes: 4_000_000,
  /** Size up to which an MBTiles file may lack an index: each tile then reads the whole file. */
  unindexedBytes: 20_000_000,
  maxZoom: 20,
  layersPerTile: 100,
  featuresPerTile: 100_000,
  verticesPerTile: 400_000,
  /** Distinct keys and values of one layer. */
  attributesPerLayer: 200_000,
} as const;
