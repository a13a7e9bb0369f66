import { type HeatScale, type LayerSpacing, type Thinning, thinningAt } from '@pgis/cartography';
import type { FixedRuleset } from '@pgis/conditions';
import {
  type CaseRules,
  type CompanyId,
  DEFAULT_AGGREGATED_TO,
  type Language,
  type LayerDensity,
  type LayerField,
  type LayerId,
  type LocalizedNames,
  nameIn,
} from '@pgis/contract';
import type { Owner } from '../access/permissions.ts';
import { kindBit, objectKinds } from './ObjectKind.ts';

/**
 * A layer or view with the layer that owns its objects: a layer owns its own, a view shows those of its source (D-CLS-05).
 * Filter, style, zoom range and visibility are the layer's own; fields and objects are the owner's.
 */
export interface Layer {
  readonly id: LayerId;
  readonly companyId: CompanyId;
  /** Rises with every change of the layer, not of its objects. */
  readonly version: number;
  /** In the language of the company, as in the log; `layerNameIn` has it for a reader. */
  readonly name: string;
  readonly names: LocalizedNames;
  readonly groupName: string;
  readonly groupNames: LocalizedNames;
  /** Language of the company. */
  readonly companyLanguage: Language;
  /** Company and unit of the layer's group. */
  readonly group: Owner;
  readonly isView: boolean;
  readonly ownerId: LayerId;
  /** Kinds that its objects have ever had, as bits: 1 points, 2 lines, 4 polygons; 0 when unknown. */
  readonly kinds: number;
  readonly ownerName: string;
  readonly ownerGroupName: string;
  /** Company and unit of the owning layer, which its objects belong to. */
  readonly owner: Owner;
  readonly zoomFrom: number | null;
  readonly zoomTo: number | null;
  readonly zIndex: number;
  readonly geomStyle: string;
  readonly density: LayerDensity;
  /** Measured while the layer is thinned; null until then. */
  readonly spacing: LayerSpacing | null;
  /** Measured while the layer is a heat map; null until then. */
  readonly heatScale: HeatScale | null;
  /** With relative dates as days, so that cached images change with the day. */
  readonly ruleset: FixedRuleset | null;
  readonly allObjectsPublic: boolean | null;
  /** Open for public registration: layer and owner both. */
  readonly isOpen: boolean;
  /** True when the owning layer is open, whatever the view says: its objects take votes. */
  readonly ownerIsOpen: boolean;
  /** D-CLS-07: objects added by visitors wait for a review. */
  readonly showAfterReview: boolean;
  /** Readers without a level in the owning unit see blurred positions (`visibleGeometry`). */
  readonly blursPositions: boolean;
  /** Rules of the owning layer, whose objects are cases; null where they are not. */
  readonly caseRules: CaseRules | null;
  readonly layerFields: readonly LayerField[];
  readonly fieldNames: readonly string[];
  /** Fields with a schema, which new values must fit; most layers have none. */
  readonly strictFields: readonly LayerField[];
}

type NamedLayer = Pick<Layer, 'name' | 'names' | 'companyLanguage'>;

/** Name of the layer for a reader. */
export const layerNameIn = ({ name, names, companyLanguage }: NamedLayer, language: Language): string =>
  nameIn(names, language, companyLanguage, name);

/** Name of the layer's group for a reader. */
export const groupNameIn = (
  { groupName, groupNames, companyLanguage }: Pick<Layer, 'groupName' | 'groupNames' | 'companyLanguage'>,
  language: Language,
): string => nameIn(groupNames, language, companyLanguage, groupName);

/** D-CLS-13: both ends belong to the range. */
export const showsAtZoom = (
  { zoomFrom, zoomTo }: Pick<Layer, 'zoomFrom' | 'zoomTo'>,
  zoom: number,
): boolean => (zoomFrom === null || zoom >= zoomFrom) && (zoomTo === null || zoom <= zoomTo);

/** Returns how the layer is thinned at a whole zoom: the same for each view, tile and client. */
export const thinningOf = (
  { density, spacing }: Pick<Layer, 'density' | 'spacing'>,
  zoom: number,
): Thinning | undefined =>
  density.kind === 'thinned' && spacing !== null ? thinningAt(spacing, zoom) : undefined;

const isAggregatedAt = ({ zoomTo = DEFAULT_AGGREGATED_TO }: LayerDensity, zoom: number): boolean =>
  Math.round(zoom) <= zoomTo;

/** True where the points of the layer are drawn as clusters; between two zooms as at the nearest whole one. */
export function hasClustersAt({ density, kinds }: Pick<Layer, 'density' | 'kinds'>, zoom: number): boolean {
  const mayHavePoints = kinds === 0 || (kinds & kindBit(objectKinds.point)) !== 0;
  return density.kind === 'clusters' && isAggregatedAt(density, zoom) && mayHavePoints;
}

/** True where the layer is a heat map; between two zooms as at the nearest whole one. */
export const hasHeatAt = ({ density }: Pick<Layer, 'density'>, zoom: number): boolean =>
  density.kind === 'heat' && isAggregatedAt(density, zoom);
