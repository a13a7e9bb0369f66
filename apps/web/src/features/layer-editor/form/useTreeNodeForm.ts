import { useForm } from '@mantine/form';
import { limits } from '@pgis/contract';
import { problemText, type TFunction, useTexts } from '../../../i18n/index.ts';
import { fieldProblemText } from '../../../layers/fields/fieldProblemText.ts';
import { numberProblemText } from '../style/controls/numberProblemText.ts';
import { checkStyle } from '../style/draft/styleProblems.ts';
import { checkFieldNames, checkFieldSchemas, type LayerValues } from './LayerValues.ts';
import type { TreeNodeValues } from './TreeNodeValues.ts';

const required = (value: string, text: string) => (value.trim() === '' ? text : null);

/** The form of a group or status. */
export function useTreeNodeForm<Values extends Exclude<TreeNodeValues, LayerValues>>(initialValues: Values) {
  const checkTexts = useTextChecks();
  return useForm<Values>({ initialValues, validate: checkTexts });
}

/** The form of a layer. */
export function useLayerForm(initialValues: LayerValues) {
  const reader = useTexts();
  const { t } = reader;
  const checkTexts = useTextChecks();
  return useForm<LayerValues>({
    initialValues,
    validate: (values) => ({
      ...checkTexts(values),
      ...checkZooms(values, t),
      // D-CLS-07
      allowPublicRegistration:
        values.allowPublicRegistration && values.allObjectsPublic === false
          ? problemText(t, 'HIDDEN_OBJECTS')
          : null,
      group: values.group === null ? t('CLASSIFIERS.SPECIFY_GROUP') : null, // CLS-17
      ...checkFieldNames(values.fields, (code) =>
        code === 'REQUIRED' ? t('CONTRACTORS.NAME_REQUIRED') : problemText(t, code),
      ),
      ...checkFieldSchemas(values.fields, (schema, code) => fieldProblemText(schema, code, reader)),
      // CLS-18
      ...checkStyle(values.style, (code, number) =>
        number === undefined ? problemText(t, code) : numberProblemText(t, number),
      ),
    }),
  });
}

function checkZooms({ zoomFrom, zoomTo }: Pick<LayerValues, 'zoomFrom' | 'zoomTo'>, t: TFunction) {
  const max = limits.maxZoom;
  const check = (zoom: number | '') =>
    zoom !== '' && (zoom < 0 || zoom > max) ? t('COMMON.NUMBER_RANGE', { min: 0, max }) : null;
  const isEmpty = zoomFrom !== '' && zoomTo !== '' && zoomFrom > zoomTo;
  return {
    zoomFrom: check(zoomFrom),
    zoomTo: check(zoomTo) ?? (isEmpty ? problemText(t, 'BELOW_START') : null),
  };
}

export type LayerForm = ReturnType<typeof useLayerForm>;

/** CLS-15, CLS-16: every node needs a name and a description. */
function useTextChecks() {
  const { t } = useTexts();
  return ({ name, description }: Pick<TreeNodeValues, 'name' | 'description'>) => ({
    name: required(name, t('CLASSIFIERS.NAME_REQUIRED')),
    description: required(description, t('CLASSIFIERS.DESCRIPTION_REQUIRED')),
  });
}
