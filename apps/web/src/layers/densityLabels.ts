import { DEFAULT_AGGREGATED_TO, type LayerDensity } from '@pgis/contract';
import type { TextKey, TFunction } from '../i18n/index.ts';

export const densityKinds = [
  'asIs',
  'thinned',
  'clusters',
  'heat',
] as const satisfies readonly LayerDensity['kind'][];

/** Names of the ways in which a layer is drawn where its objects crowd. */
export const densityLabels = {
  asIs: 'CLASSIFIERS.DENSITIES.asIs',
  thinned: 'CLASSIFIERS.DENSITIES.thinned',
  clusters: 'CLASSIFIERS.DENSITIES.clusters',
  heat: 'CLASSIFIERS.DENSITIES.heat',
} as const satisfies Readonly<Record<LayerDensity['kind'], TextKey>>;

/** The way in which a layer is drawn zoomed out, in words. */
export const densityText = ({ kind, zoomTo = DEFAULT_AGGREGATED_TO }: LayerDensity, t: TFunction): string => {
  if (kind === 'clusters') return t('CLASSIFIERS.CLUSTERS_TO', { zoom: zoomTo });
  return kind === 'heat' ? t('CLASSIFIERS.HEAT_TO', { zoom: zoomTo }) : t(densityLabels[kind]);
};
