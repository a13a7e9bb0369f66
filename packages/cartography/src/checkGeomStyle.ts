import type { StyleProblem } from './parseGeomStyle.ts';
import { parseGeomStyle } from './parseGeomStyle.ts';
import { MAX_STYLE_RULES } from './propertyTable.ts';

/**
 * What stands against saving a style, empty when nothing does: values that cannot be used, negative or endless numbers,
 * more than 200 rules. Unknown keys do not: they are kept as they are (D-CLS-18).
 */
export const checkGeomStyle = (input: unknown): readonly StyleProblem[] => {
  const { style, problems } = parseGeomStyle(input);
  const blocking = problems.filter(({ code }) => code !== 'UNKNOWN_PROPERTY');
  if ((style.labelRules ?? []).length <= MAX_STYLE_RULES) return blocking;
  return [...blocking, { path: '/labelRules', code: 'TOO_MANY' }];
};
