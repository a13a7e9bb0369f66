import { DEFAULT_CLUSTERS_TO, type LayerDensity } from '@pgis/contract';
import type { ParseKeys, TFunction } from 'i18next';

export const densityKinds = [
  'asIs',
  'thinned',
  'clusters',
] as const satisfies readonly LayerDensity['kind'][];

/** Names of the ways in which a layer is drawn where its objects crowd. */
export const densityLabels = {
  asIs: 'CLASSIFIERS.DENSITIES.asIs',
  thinned: 'CLASSIFIERS.DENSITIES.thinned',
  clusters: 'CLASSIFIERS.DENSITIES.clusters',
} as const satisfies Readonly<Record<LayerDensity['kind'], ParseKeys>>;

/** The way in which a layer is drawn zoomed out, in words. */
export const densityText = ({ kind, zoomTo = DEFAULT_CLUSTERS_TO }: LayerDensity, t: TFunction): string =>
  kind === 'clusters' ? t('CLASSIFIERS.CLUSTERS_TO', { zoom: zoomTo }) : t(densityLabels[kind]);
