import { type DescribedLayer, type FieldLabels, fieldLabels } from '../layers/fields/fieldLabels.ts';
import type { Language } from '../primitives.ts';

/** Labels of the fields and values of several layers; their keys when missing. */
export type ReportLabels = Pick<FieldLabels, 'of' | 'ofValue'>;

/** The first layer that names a field or a value names it for all of them. */
export function labelsOfLayers(layers: readonly DescribedLayer[], language: Language): ReportLabels {
  const each = layers.map((layer) => fieldLabels(layer, language));
  const first = (text: string, named: readonly FieldLabels[], read: (labels: FieldLabels) => string) =>
    named.map(read).find((label) => label !== text) ?? text;
  // A report has tens of thousands of cells, most of them of fields without a list.
  const withList = new Map<string, FieldLabels[]>();
  for (const [index, { layerFields }] of layers.entries())
    for (const { name, schema } of layerFields)
      if (schema?.values !== undefined)
        withList.set(name, [...(withList.get(name) ?? []), ...each.slice(index, index + 1)]);
  return {
    of: (field) => first(field, each, (labels) => labels.of(field)),
    ofValue: (field, value) =>
      first(value, withList.get(field) ?? [], (labels) => labels.ofValue(field, value)),
  };
}
