import { type Classifier, type FieldLabels, fieldLabels } from '@pgis/contract';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/index.ts';

const noFields = { layerFields: [], companyLanguage: 'en' } as const;

/** Labels of a layer's fields and values in the user's language; the keys themselves while the layer is not known. */
export function useFieldLabels(
  layer: Pick<Classifier, 'layerFields' | 'companyLanguage'> | undefined,
): FieldLabels {
  const { language } = useTexts();
  return useMemo(() => fieldLabels(layer ?? noFields, language), [layer, language]);
}
