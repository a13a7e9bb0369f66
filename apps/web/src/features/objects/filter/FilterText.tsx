import type { Condition } from '@pgis/conditions';
import { useTexts } from '../../../i18n/index.ts';
import { conditionText } from '../../../layers/conditions/conditionText.ts';
import type { Layer } from '../useLayerList.ts';
import classes from './FilterLine.module.css';

/** A filter in words, such as `age ≥ 20`. */
export default function FilterText({ layer, filter }: { readonly layer: Layer; readonly filter: Condition }) {
  const speaker = useTexts();
  const schema = layer.layerFields.find(({ name }) => name === filter.field)?.schema;
  const text = conditionText(filter, speaker, schema);
  return (
    <span className={classes.filter} title={text}>
      {text}
    </span>
  );
}
