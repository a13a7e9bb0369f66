import type { AttributeValue, VectorFeature } from '../tile/VectorTile.ts';
import type { MapClass, Structure } from './MapFeature.ts';
import { isTrue, toBorder, toLand, toRail, toRoad, toWaterway } from './osmClasses.ts';
import { nameAttributeNames, toHouseNumber, toName, toPlaceName, toRoadNames } from './osmNames.ts';
import type { Schema } from './Schema.ts';

/** Protomaps' basemap, versions 3 and 4. */
export const protomaps: Schema = {
  name: 'Protomaps',
  markers: ['roads', 'landuse', 'places'],
  layerNames: new Set([
    ...['landcover', 'landuse', 'natural', 'water', 'physical_line'],
    ...['buildings', 'roads', 'transit', 'boundaries'],
  ]),
  attributeNames: new Set([
    ...['kind', 'kind_detail', 'service', 'is_bridge', 'is_tunnel', 'is_link', 'tunnel', 'maritime'],
    ...['pmap:kind', 'pmap:kind_detail', 'pmap:level', 'pmap:link', 'pmap:min_admin_level'],
  ]),
  classify(layerName, feature) {
    const { attributes, type } = feature;
    const kind = get(feature, 'kind');
    switch (layerName) {
      case 'landcover':
      case 'landuse':
      case 'natural':
        return type === 'polygon' ? toLand(kind) : undefined;
      case 'water':
      case 'physical_line':
        if (type === 'line') return toWaterway(kind, { isTunnel: isTunnel(feature) });
        return type === 'polygon' && !dryKinds.has(String(kind))
          ? { kind: 'area', class: 'water', isSea: kind === 'ocean' }
          : undefined;
      case 'buildings':
        // Parts and addresses of buildings are in this layer, too.
        return type === 'polygon' && kind === 'building' ? { kind: 'area', class: 'building' } : undefined;
      case 'boundaries':
        return toBorder(
          attributes['pmap:min_admin_level'] ?? attributes.kind_detail ?? levels[String(kind)],
          { isMaritime: isTrue(attributes.maritime) },
        );
      case 'roads':
      case 'transit':
        return classifyRoad(feature);
      default:
        return undefined;
    }
  },
  names: {
    layerNames: new Set(['places', 'roads', 'water', 'physical_point', 'physical_line', 'buildings']),
    attributeNames: new Set([
      ...nameAttributeNames,
      ...['kind', 'kind_detail', 'population', 'ref', 'shield_text', 'is_tunnel', 'tunnel'],
      ...['addr_housenumber', 'pmap:kind', 'pmap:kind_detail'],
    ]),
  },
  listNames(layerName, feature) {
    const { population, ref, shield_text: shield, addr_housenumber: number } = feature.attributes;
    const [kind, detail] = [get(feature, 'kind'), get(feature, 'kind_detail')];
    switch (layerName) {
      case 'places':
        return toPlaceName(feature, { kind: detail ?? kind, rank: undefined, population });
      case 'roads':
        return kind === 'rail'
          ? []
          : toRoadNames(feature, { kinds: [detail, coarseKinds[String(kind)]], ref: ref ?? shield });
      case 'physical_point':
        return waterKinds.has(String(kind)) ? toName(feature, { nameClass: 'water' }) : [];
      case 'water':
      case 'physical_line':
        if (feature.type === 'point') return toName(feature, { nameClass: 'water' });
        return isTunnel(feature) ? [] : toName(feature, { nameClass: 'waterway' });
      case 'buildings':
        return toHouseNumber(feature, number);
      default:
        return [];
    }
  },
};

/** Version 3 writes `pmap:` before attributes that are not those of OpenStreetMap. */
const get = ({ attributes }: VectorFeature, name: 'kind' | 'kind_detail'): AttributeValue | undefined =>
  attributes[name] ?? attributes[`pmap:${name}`];

/** Waterways have the tag of OpenStreetMap, such as "culvert". */
const isTunnel = ({ attributes: { is_tunnel: own, tunnel } }: VectorFeature): boolean =>
  isTrue(own) || (tunnel !== undefined && tunnel !== '' && tunnel !== 'no');

/** Areas of the layer of waters that are no water: a salt flat, and what lies under the surface. */
const dryKinds: ReadonlySet<string> = new Set(['playa', 'reef']);
/** Physical points of version 3 that name a water; the others are peaks, capes and the like. */
const waterKinds: ReadonlySet<string> = new Set([
  ...['ocean', 'sea', 'bay', 'strait', 'fjord', 'lake', 'water', 'reservoir', 'pond', 'basin', 'lagoon'],
]);

const levels: Readonly<Record<string, number>> = { country: 2, region: 4, county: 6, locality: 8 };
/** The coarse kinds of roads without a detail, at low zooms. */
const coarseKinds: Readonly<Record<string, string>> = {
  highway: 'motorway',
  major_road: 'secondary',
  medium_road: 'tertiary',
  minor_road: 'minor',
  path: 'path',
};

function classifyRoad(feature: VectorFeature): MapClass | undefined {
  const { type, attributes } = feature;
  if (type !== 'line') return undefined;
  const { service, 'pmap:level': level } = attributes;
  const [kind, detail] = [get(feature, 'kind'), get(feature, 'kind_detail')];
  const isBridge = isTrue(attributes.is_bridge) || level === 1;
  const structure: Structure = isBridge
    ? 'bridge'
    : isTrue(attributes.is_tunnel) || level === -1
      ? 'tunnel'
      : 'ground';
  if (kind === 'rail') return toRail({ kind: detail, service, structure });
  return toRoad({
    kinds: [detail, coarseKinds[String(kind)]],
    isLink: isTrue(attributes.is_link) || isTrue(attributes['pmap:link']),
    structure,
  });
}
