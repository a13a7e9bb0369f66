/**
 * Makes `assets/base-map/base-map.bin.br`: `node apps/server/scripts/base-map/build.ts`. The input lies next to the
 * repository in `../shared/data/basemap`; the asset is committed, so this runs when the map changes.
 */
import { writeFileSync } from 'node:fs';
import { baseMapSources } from '../../src/features/base-map/baseMapSources.ts';
import { MAP_ASSET_FILE } from '../../src/features/base-map/decodeMapAsset.ts';
import type { MapAsset, MapLayerName, MapPart } from '../../src/features/base-map/MapAsset.ts';
import { listCountryBorders, listMunicipalBorders } from './borders.ts';
import { listCityAreas } from './cityAreas.ts';
import { listCityLayers } from './cityLayers.ts';
import { encodeMapAsset } from './encodeMapAsset.ts';
import { isClosed, joinLines } from './joinLines.ts';
import { listMapNames } from './mapNames.ts';
import { readPlaces } from './placeNames.ts';
import { readSources } from './readSources.ts';
import { listFarRivers, listRivers } from './rivers.ts';
import { createSimplifier, type SourcePart } from './simplifyParts.ts';
import { DATA_BOX, type GridBox, NEAR_BOX, toGrid, WORLD_BOX } from './worldGrid.ts';
import { readWorldLand } from './worldLand.ts';

/**
 * Levels of detail. Each part of the map is simplified for its own zoom: the land outside northern Europe is coarse;
 * GSHHG's coast consists of steps of 90 m, which simplifying for zoom 10 turns into slopes; borders have more bends
 * than are visible. The grid has at least eight cells per pixel at the zoom of the finest part.
 */
const DETAILS = [
  { maxZoom: 3, gridBits: 14, shoreZoom: 3, farZoom: 3, lineZoom: 2 },
  { maxZoom: 5, gridBits: 16, shoreZoom: 5, farZoom: 4, lineZoom: 4 },
  { maxZoom: 7, gridBits: 18, shoreZoom: 7, farZoom: 3, lineZoom: 6 },
  { maxZoom: 9, gridBits: 20, shoreZoom: 9, farZoom: 3, lineZoom: 8 },
  { maxZoom: 12, gridBits: 22, shoreZoom: 9.5, farZoom: 3, lineZoom: 11 },
];

/** Natural Earth's rivers are drawn at zooms 7 to 9. */
const showsFarRivers = (maxZoom: number): boolean => maxZoom >= 7 && maxZoom <= 9;

const sources = readSources();
const edges = (axis: 0 | 1): number[] =>
  [WORLD_BOX, NEAR_BOX, DATA_BOX].flatMap((box: GridBox) => [box[axis], box[axis + 2] as number]);
const cuts = { x: edges(0), y: edges(1) };

const toRing = (line: readonly number[][]): number[] => line.slice(1).flatMap((position) => toGrid(position));
const dataLand = sources.land.features.flatMap(({ geometry }) => geometry.coordinates.map(toRing));
const world = readWorldLand();
// A lake cut by the edge of the data is an open chain; it is left out, because half a lake would be worse than none.
const wholeLakes = joinLines(sources.lakeShores.features.map(({ geometry }) => geometry.coordinates)).filter(
  isClosed,
);
const lakes = [
  ...sources.lakes.features.flatMap(({ geometry }) => geometry.coordinates.map(toRing)),
  ...wholeLakes.map(toRing),
];
const rings = (parts: readonly number[][]): SourcePart[] => parts.map((points) => ({ kind: 'ring', points }));
const lines = (parts: readonly number[][]): SourcePart[] => parts.map((points) => ({ kind: 'line', points }));

const simplifyLand = createSimplifier(rings([...dataLand, ...world.near]), cuts);
const simplifyFarLand = createSimplifier(rings(world.far), cuts);
const simplifyLakes = createSimplifier(rings(lakes), cuts);
const simplifyRivers = createSimplifier(listRivers(sources), cuts);
const simplifyFarRivers = createSimplifier(listFarRivers(sources), cuts);
const simplifyCountryBorders = createSimplifier(lines(listCountryBorders(sources, dataLand)), cuts);
const simplifyMunicipalBorders = createSimplifier(lines(listMunicipalBorders(sources)), cuts);
const simplifyCityAreas = createSimplifier(rings(listCityAreas(sources)), cuts);

const levels = DETAILS.map(({ maxZoom, gridBits, shoreZoom, farZoom, lineZoom }) => {
  const showsMunicipalities = maxZoom > 5;
  const layers: Record<MapLayerName, MapPart[]> = {
    land: [
      ...simplifyLand({ zoom: shoreZoom, gridBits, minRingPx2: 1 }),
      ...simplifyFarLand({ zoom: farZoom, gridBits, minRingPx2: 1 }),
    ],
    lakes: simplifyLakes({ zoom: shoreZoom, gridBits, minRingPx2: 6 }),
    rivers: [
      ...simplifyRivers({ zoom: lineZoom, gridBits }),
      ...(showsFarRivers(maxZoom) ? simplifyFarRivers({ zoom: maxZoom, gridBits }) : []),
    ],
    countryBorders: simplifyCountryBorders({ zoom: lineZoom, gridBits }),
    municipalBorders: showsMunicipalities ? simplifyMunicipalBorders({ zoom: maxZoom, gridBits }) : [],
    cityAreas: showsMunicipalities ? simplifyCityAreas({ zoom: maxZoom, gridBits }) : [],
  };
  return { maxZoom, gridBits, layers };
});

const asset: MapAsset = {
  attribution: baseMapSources,
  cuts,
  levels,
  city: listCityLayers(sources),
  places: readPlaces(),
  names: listMapNames(lakes),
};
const file = encodeMapAsset(asset);
writeFileSync(MAP_ASSET_FILE, file);

const logLayers = (name: string, layers: Readonly<Record<string, readonly MapPart[]>>): void => {
  const counts = Object.entries(layers).map(([name, parts]) => {
    const points = parts.reduce((sum, part) => sum + part.points.length / 2, 0);
    return `${name} ${parts.length} parts, ${points} points`;
  });
  console.log(`${name}: ${counts.join('; ')}`);
};
for (const { maxZoom, layers } of levels) logLayers(`to zoom ${maxZoom}`, layers);
logLayers('city', asset.city.layers);
console.log(`${asset.places.length} places, ${asset.names.length} names, ${file.length} bytes`);
