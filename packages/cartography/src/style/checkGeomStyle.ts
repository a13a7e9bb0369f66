import { parseGeomStyle, type StyleProblem } from './parseGeomStyle.ts';
import { type GeomStyle, MAX_STYLE_RULES, STYLE_DEFAULTS, type StylePropertyName } from './propertyTable.ts';

/**
 * Returns the problems that prevent saving a style: unusable values, numbers out of range, texts that are too long, ranges
 * that end before they begin, more than 200 rules. Unknown keys are no problem: they are stored as they are (D-CLS-18).
 */
export const checkGeomStyle = (input: unknown): readonly StyleProblem[] => {
  const { style, problems } = parseGeomStyle(input);
  const blocking = [
    ...problems.filter(({ code }) => code !== 'UNKNOWN_PROPERTY'),
    ...findRangeProblems(style, problems),
  ];
  if ((style.labelRules ?? []).length <= MAX_STYLE_RULES) return blocking;
  return [...blocking, { path: '/labelRules', code: 'TOO_MANY' }];
};

/** Properties that end a range, by the one that begins it. */
export const STYLE_RANGES = {
  labelMinZoom: 'labelMaxZoom',
  sizeFrom: 'sizeTo',
  sizeMin: 'sizeMax',
  sizeLineMin: 'sizeLineMax',
} as const satisfies Partial<Record<StylePropertyName, StylePropertyName>>;

/** Finds ranges that end before they begin, such as labels at no zoom level, at the property that the rule sets itself. */
const findRangeProblems = (style: GeomStyle, known: readonly StyleProblem[]): readonly StyleProblem[] => {
  const { labelRules = [], ...top } = style;
  const styles = [{ own: top, path: '' }, ...labelRules.map((own, i) => ({ own, path: `/labelRules/${i}` }))];
  return styles.flatMap(({ own, path: pointer }) =>
    Object.entries(STYLE_RANGES).flatMap(([from, to]): readonly StyleProblem[] => {
      const numberOf = (name: string) =>
        Number({ ...STYLE_DEFAULTS, ...top, ...own }[name as StylePropertyName]);
      const name = [to, from].find((one) => Object.hasOwn(own, one));
      if (name === undefined || numberOf(to) >= numberOf(from)) return [];
      const path = `${pointer}/${name}`;
      return known.some((problem) => problem.path === path) ? [] : [{ path, code: 'OUT_OF_RANGE' }];
    }),
  );
};
