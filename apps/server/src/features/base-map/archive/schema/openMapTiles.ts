import type { VectorFeature } from '../tile/VectorTile.ts';
import type { MapClass, Structure } from './MapFeature.ts';
import { isTrue, toBorder, toLand, toRail, toRoad, toWaterway } from './osmClasses.ts';
import { nameAttributeNames, toHouseNumber, toName, toPlaceName, toRoadNames } from './osmNames.ts';
import type { Schema } from './Schema.ts';

/** OpenMapTiles 3, as Planetiler and tilemaker write it. */
export const openMapTiles: Schema = {
  name: 'OpenMapTiles',
  markers: ['transportation'],
  layerNames: new Set([
    'landcover',
    'landuse',
    'water',
    'waterway',
    'building',
    'transportation',
    'boundary',
  ]),
  attributeNames: new Set(['class', 'subclass', 'brunnel', 'ramp', 'service', 'admin_level', 'maritime']),
  classify(layerName, feature) {
    const { attributes, type } = feature;
    switch (layerName) {
      case 'landcover':
      case 'landuse':
        return type === 'polygon' ? toLand(attributes.subclass, attributes.class) : undefined;
      case 'water':
        if (type !== 'polygon' || attributes.brunnel === 'tunnel') return undefined;
        return { kind: 'area', class: 'water', isSea: attributes.class === 'ocean' };
      case 'building':
        return type === 'polygon' ? { kind: 'area', class: 'building' } : undefined;
      case 'waterway':
        return toWaterway(attributes.class, { isTunnel: attributes.brunnel === 'tunnel' });
      case 'boundary':
        return toBorder(attributes.admin_level, { isMaritime: isTrue(attributes.maritime) });
      case 'transportation':
        return classifyTransportation(feature);
      default:
        return undefined;
    }
  },
  names: {
    layerNames: new Set(['place', 'transportation_name', 'water_name', 'waterway', 'housenumber']),
    attributeNames: new Set([
      ...nameAttributeNames,
      'class',
      'subclass',
      'rank',
      'ref',
      'brunnel',
      'housenumber',
    ]),
  },
  listNames(layerName, feature) {
    const { class: kind, subclass, rank, ref, brunnel, housenumber } = feature.attributes;
    switch (layerName) {
      case 'place':
        return toPlaceName(feature, { kind, rank, population: undefined });
      case 'transportation_name':
        return toRoadNames(feature, { kinds: [subclass === 'pedestrian' ? subclass : kind], ref });
      case 'water_name':
        // Some writers repeat the waterways here.
        return waterways.has(String(kind)) ? [] : toName(feature, { nameClass: 'water' });
      case 'waterway':
        return brunnel === 'tunnel' ? [] : toName(feature, { nameClass: 'waterway' });
      case 'housenumber':
        return toHouseNumber(feature, housenumber);
      default:
        return [];
    }
  },
};

const waterways: ReadonlySet<string> = new Set(['river', 'canal', 'stream', 'ditch', 'drain']);

function classifyTransportation({ type, attributes }: VectorFeature): MapClass | undefined {
  const { class: kind, subclass, brunnel, ramp, service } = attributes;
  if (type === 'polygon')
    return kind === 'path' || kind === 'pedestrian' ? { kind: 'area', class: 'pedestrianArea' } : undefined;
  const structure: Structure = brunnel === 'bridge' || brunnel === 'tunnel' ? brunnel : 'ground';
  if (kind === 'rail' || kind === 'transit') return toRail({ kind: subclass ?? kind, service, structure });
  // A pedestrian street has the class of a path and says what it is in the subclass.
  const kinds = subclass === 'pedestrian' ? [subclass] : [kind];
  return toRoad({ kinds, isLink: isTrue(ramp), structure });
}
