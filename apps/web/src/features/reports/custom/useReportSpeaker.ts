import { type LayerId, labelsOfLayers } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { useReportLayers } from '../reportQueries.ts';
import type { Speaker } from './reportTexts.ts';

/** The user's texts with the labels of the fields of these layers; of all layers when none is named. */
export function useReportSpeaker(layerIds: readonly LayerId[]): Required<Speaker> {
  const { t, language } = useTexts();
  const { data: groups = [] } = useReportLayers();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const named = layerIds.length === 0 ? layers : layers.filter(({ id }) => layerIds.includes(id));
  return { t, language, labels: labelsOfLayers(named, language) };
}
