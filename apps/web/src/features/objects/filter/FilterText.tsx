import { useTexts } from '../../../i18n/index.ts';
import { conditionText } from '../../../layers/conditions/conditionText.ts';
import { useReferencedName } from '../../../layers/fields/references.ts';
import { useFieldLabels } from '../../../layers/fields/useFieldLabels.ts';
import type { Layer } from '../useLayerList.ts';
import classes from './FilterLine.module.css';
import type { FilterValues } from './layerFilters.ts';

/** A filter in words, such as `age ≥ 20`. */
export default function FilterText({
  layer,
  filter,
}: {
  readonly layer: Layer;
  readonly filter: FilterValues;
}) {
  const speaker = useTexts();
  const labels = useFieldLabels(layer);
  const { field, operator, value } = filter;
  const label = labels.of(field);
  const schema = layer.layerFields.find(({ name }) => name === field)?.schema;
  const referenced = useReferencedName(schema, value);
  const text =
    operator === undefined
      ? `${label}: ${value}`
      : conditionText({ field: label, operator, value }, speaker, {
          schema,
          labelOf: (one) => referenced ?? labels.ofValue(field, one),
        });
  return (
    <span className={classes.filter} title={text}>
      {text}
    </span>
  );
}
