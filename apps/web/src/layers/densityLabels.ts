import type { LayerDensity } from '@pgis/contract';
import type { ParseKeys } from 'i18next';

export const densityKinds = ['asIs', 'thinned'] as const satisfies readonly LayerDensity['kind'][];

/** Names of the ways in which a layer is drawn where its objects crowd. */
export const densityLabels = {
  asIs: 'CLASSIFIERS.DENSITIES.asIs',
  thinned: 'CLASSIFIERS.DENSITIES.thinned',
} as const satisfies Readonly<Record<LayerDensity['kind'], ParseKeys>>;
