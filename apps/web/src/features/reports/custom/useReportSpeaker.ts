import { type Classifier, type FieldLabels, fieldLabels, type LayerId } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { useReportLayers } from '../reportQueries.ts';
import type { Speaker } from './reportTexts.ts';

type DescribedLayer = Pick<Classifier, 'id' | 'layerFields' | 'companyLanguage'>;

/** Labels of the fields of several layers. The first layer that names a field or a value names it for all of them. */
function labelsOfLayers(
  layers: readonly DescribedLayer[],
  language: Speaker['language'],
): Pick<FieldLabels, 'of' | 'ofValue'> {
  const each = layers.map((layer) => fieldLabels(layer, language));
  const first = (text: string, read: (labels: FieldLabels) => string) =>
    each.map(read).find((label) => label !== text) ?? text;
  return {
    of: (field) => first(field, (labels) => labels.of(field)),
    ofValue: (field, value) => first(value, (labels) => labels.ofValue(field, value)),
  };
}

/** The user's texts with the labels of the fields of these layers; of all layers when none is named. */
export function useReportSpeaker(layerIds: readonly LayerId[]): Required<Speaker> {
  const { t, language } = useTexts();
  const { data: groups = [] } = useReportLayers();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const named = layerIds.length === 0 ? layers : layers.filter(({ id }) => layerIds.includes(id));
  return { t, language, labels: labelsOfLayers(named, language) };
}
