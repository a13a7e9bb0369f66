import type { VectorFeature } from '../tile/VectorTile.ts';
import type { MapClass, Structure } from './MapFeature.ts';
import { isTrue, toBorder, toLand, toRail, toRoad, toWaterway } from './osmClasses.ts';
import { nameAttributeNames, toHouseNumber, toName, toPlaceName, toRoadNames } from './osmNames.ts';
import type { Schema } from './Schema.ts';

/** Protomaps' basemap, version 4. */
export const protomaps: Schema = {
  name: 'Protomaps',
  markers: ['roads', 'landuse', 'places'],
  layerNames: new Set(['landcover', 'landuse', 'water', 'buildings', 'roads', 'boundaries']),
  attributeNames: new Set([
    'kind',
    'kind_detail',
    'service',
    'is_bridge',
    'is_tunnel',
    'is_link',
    'maritime',
  ]),
  classify(layerName, feature) {
    const { attributes, type } = feature;
    switch (layerName) {
      case 'landcover':
      case 'landuse':
        return type === 'polygon' ? toLand(attributes.kind) : undefined;
      case 'water':
        if (type === 'line') return toWaterway(attributes.kind, { isTunnel: isTrue(attributes.is_tunnel) });
        return type === 'polygon'
          ? { kind: 'area', class: 'water', isSea: attributes.kind === 'ocean' }
          : undefined;
      case 'buildings':
        // Parts and addresses of buildings are in this layer, too.
        return type === 'polygon' && attributes.kind === 'building'
          ? { kind: 'area', class: 'building' }
          : undefined;
      case 'boundaries':
        return toBorder(attributes.kind_detail ?? levels[String(attributes.kind)], {
          isMaritime: isTrue(attributes.maritime),
        });
      case 'roads':
        return classifyRoad(feature);
      default:
        return undefined;
    }
  },
  names: {
    layerNames: new Set(['places', 'roads', 'water', 'buildings']),
    attributeNames: new Set([
      ...nameAttributeNames,
      'kind',
      'kind_detail',
      'population',
      'ref',
      'is_tunnel',
      'addr_housenumber',
    ]),
  },
  listNames(layerName, feature) {
    const { kind, kind_detail: detail, population, ref, addr_housenumber: number } = feature.attributes;
    switch (layerName) {
      case 'places':
        return toPlaceName(feature, { kind: detail ?? kind, rank: undefined, population });
      case 'roads':
        return kind === 'rail'
          ? []
          : toRoadNames(feature, { kinds: [detail, coarseKinds[String(kind)]], ref });
      case 'water':
        if (feature.type === 'point') return toName(feature, { nameClass: 'water' });
        return isTrue(feature.attributes.is_tunnel) ? [] : toName(feature, { nameClass: 'waterway' });
      case 'buildings':
        return toHouseNumber(feature, number);
      default:
        return [];
    }
  },
};

const levels: Readonly<Record<string, number>> = { country: 2, region: 4, county: 6, locality: 8 };
/** The coarse kinds of roads without a detail, at low zooms. */
const coarseKinds: Readonly<Record<string, string>> = {
  highway: 'motorway',
  major_road: 'secondary',
  minor_road: 'minor',
  path: 'path',
};

function classifyRoad({ type, attributes }: VectorFeature): MapClass | undefined {
  if (type !== 'line') return undefined;
  const { kind, kind_detail: detail, service } = attributes;
  const structure: Structure = isTrue(attributes.is_bridge)
    ? 'bridge'
    : isTrue(attributes.is_tunnel)
      ? 'tunnel'
      : 'ground';
  if (kind === 'rail') return toRail({ kind: detail, service, structure });
  return toRoad({
    kinds: [detail, coarseKinds[String(kind)]],
    isLink: isTrue(attributes.is_link),
    structure,
  });
}
