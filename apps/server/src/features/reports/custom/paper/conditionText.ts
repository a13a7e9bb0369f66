import { boundText, type Condition, comparisonText } from '@pgis/conditions';
import type { ReportLabels } from '@pgis/contract';
import type { WebTexts } from './readWebTexts.ts';

/** Returns a condition in words, such as `age ≥ 20`, as the web application writes it. */
export function conditionText(
  { field, ...comparison }: Condition,
  { texts, labels }: { readonly texts: WebTexts; readonly labels: ReportLabels },
): string {
  const valueText = (value: string): string => {
    const label = labels.ofValue(field, value);
    return label === value ? boundText(value) : label;
  };
  const words = comparisonText(comparison, (path, values) => texts(`CONDITIONS.${path}`, values), valueText);
  return `${labels.of(field)} ${words}`;
}
