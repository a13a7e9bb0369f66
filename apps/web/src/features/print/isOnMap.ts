import { compileRuleFinder, parseGeomStyle } from '@pgis/cartography';
import type { Feature } from '@pgis/contract';
import type { HiddenRules } from '../../map/index.ts';
import type { LegendLayer } from './makeLegend.ts';

/** Tells the objects that are drawn from those whose rule is switched off. */
export function isOnMap(
  layers: readonly LegendLayer[],
  hidden: HiddenRules,
): (feature: Pick<Feature, 'layerId' | 'data'>) => boolean {
  const finders = new Map(
    layers
      .filter(({ id }) => hidden.has(id))
      .map(({ id, geomStyle }) => [id, compileRuleFinder(parseGeomStyle(geomStyle).style)]),
  );
  return ({ layerId, data }) => {
    const rule = finders.get(layerId)?.(data);
    return rule === undefined || hidden.get(layerId)?.has(rule) !== true;
  };
}
