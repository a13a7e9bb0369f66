import { parseGeomStyle, type StyleProblem } from './parseGeomStyle.ts';
import { type GeomStyle, MAX_STYLE_RULES, STYLE_DEFAULTS } from './propertyTable.ts';

/**
 * Returns the problems that prevent saving a style: unusable values, numbers out of range, texts that are too long, labels
 * without a zoom level, more than 200 rules. Unknown keys are no problem: they are stored as they are (D-CLS-18).
 */
export const checkGeomStyle = (input: unknown): readonly StyleProblem[] => {
  const { style, problems } = parseGeomStyle(input);
  const blocking = [
    ...problems.filter(({ code }) => code !== 'UNKNOWN_PROPERTY'),
    ...findZoomProblems(style, problems),
  ];
  if ((style.labelRules ?? []).length <= MAX_STYLE_RULES) return blocking;
  return [...blocking, { path: '/labelRules', code: 'TOO_MANY' }];
};

/** Finds rules whose labels would be drawn at no zoom level, at the property that the rule sets itself. */
const findZoomProblems = (style: GeomStyle, known: readonly StyleProblem[]): readonly StyleProblem[] => {
  const { labelRules = [], ...top } = style;
  const styles = [{ own: top, path: '' }, ...labelRules.map((own, i) => ({ own, path: `/labelRules/${i}` }))];
  return styles.flatMap(({ own, path: pointer }): readonly StyleProblem[] => {
    const zoom = (one: 'labelMinZoom' | 'labelMaxZoom') => own[one] ?? top[one] ?? STYLE_DEFAULTS[one];
    const name = (['labelMaxZoom', 'labelMinZoom'] as const).find((one) => own[one] !== undefined);
    if (name === undefined || zoom('labelMaxZoom') >= zoom('labelMinZoom')) return [];
    const path = `${pointer}/${name}`;
    return known.some((problem) => problem.path === path) ? [] : [{ path, code: 'OUT_OF_RANGE' }];
  });
};
