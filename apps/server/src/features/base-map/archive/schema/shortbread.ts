import type { VectorFeature } from '../tile/VectorTile.ts';
import type { MapClass, Structure } from './MapFeature.ts';
import { isTrue, toBorder, toLand, toRail, toRoad, toWaterway } from './osmClasses.ts';
import { nameAttributeNames, toHouseNumber, toName, toPlaceName, toRoadNames } from './osmNames.ts';
import type { Schema } from './Schema.ts';

/** Shortbread 1.0. */
export const shortbread: Schema = {
  name: 'Shortbread',
  markers: ['streets', 'land'],
  layerNames: new Set([
    'land',
    'sites',
    'ocean',
    'water_polygons',
    'water_lines',
    'buildings',
    'street_polygons',
    'streets',
    'boundaries',
  ]),
  attributeNames: new Set(['kind', 'service', 'rail', 'link', 'bridge', 'tunnel', 'admin_level', 'maritime']),
  classify(layerName, feature) {
    const { attributes, type } = feature;
    switch (layerName) {
      case 'land':
      case 'sites':
        return type === 'polygon' ? toLand(attributes.kind) : undefined;
      case 'ocean':
      case 'water_polygons':
        return type === 'polygon'
          ? { kind: 'area', class: 'water', isSea: layerName === 'ocean' }
          : undefined;
      case 'water_lines':
        return toWaterway(attributes.kind, { isTunnel: isTrue(attributes.tunnel) });
      case 'buildings':
        return type === 'polygon' ? { kind: 'area', class: 'building' } : undefined;
      case 'street_polygons':
        return type === 'polygon' ? toLand(attributes.kind) : undefined;
      case 'boundaries':
        return toBorder(attributes.admin_level, { isMaritime: isTrue(attributes.maritime) });
      case 'streets':
        return classifyStreet(feature);
      default:
        return undefined;
    }
  },
  names: {
    layerNames: new Set([
      'place_labels',
      'street_labels',
      'streets_polygons_labels',
      'water_polygons_labels',
      'water_lines_labels',
      'addresses',
    ]),
    attributeNames: new Set([...nameAttributeNames, 'kind', 'population', 'ref', 'tunnel', 'housenumber']),
  },
  listNames(layerName, feature) {
    const { kind, population, ref, tunnel, housenumber } = feature.attributes;
    switch (layerName) {
      case 'place_labels':
        return toPlaceName(feature, { kind, rank: undefined, population });
      case 'street_labels':
        return toRoadNames(feature, { kinds: [kind], ref });
      case 'streets_polygons_labels':
        return toName(feature, { nameClass: 'roadMinor' });
      case 'water_polygons_labels':
        return toName(feature, { nameClass: 'water' });
      case 'water_lines_labels':
        return isTrue(tunnel) ? [] : toName(feature, { nameClass: 'waterway' });
      case 'addresses':
        return toHouseNumber(feature, housenumber);
      default:
        return [];
    }
  },
};

function classifyStreet({ type, attributes }: VectorFeature): MapClass | undefined {
  if (type !== 'line') return undefined;
  const { kind, service, rail, link } = attributes;
  const structure: Structure = isTrue(attributes.bridge)
    ? 'bridge'
    : isTrue(attributes.tunnel)
      ? 'tunnel'
      : 'ground';
  if (isTrue(rail)) return toRail({ kind, service, structure });
  return toRoad({ kinds: [kind], isLink: isTrue(link), structure });
}
