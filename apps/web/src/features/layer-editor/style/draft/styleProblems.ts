import {
  checkGeomStyle,
  type GeomStyle,
  isStyleProperty,
  resolveStyle,
  STYLE_PROPERTIES,
  STYLE_RANGES,
  type StylePropertyName,
} from '@pgis/cartography';
import type { Problem } from '@pgis/contract';
import { type SelectedRule, type StyleDraft, toStyle } from './StyleDraft.ts';

/** Key of the control at which a problem is marked. */
export interface StyleProblem {
  readonly rule: SelectedRule;
  /** Name of the property; '' for the rule as a whole. */
  readonly property: string;
  readonly text: string;
}

type FormErrors = Readonly<Record<string, unknown>>;

const KEY = /^style(?:\.labelRules(?:\.(\d+))?)?(?:\.(\w+)(?:\.[\w.]+)?)?$/;

/** Key of an error in the form: `/labelRules/3/lineWidth` becomes `style.labelRules.3.lineWidth`. */
export const styleErrorKey = (pointer: string): string => `style${pointer.replaceAll('/', '.')}`;

/** Errors of the form that concern the style; those of Default can stand at the top level or among the rules. */
export const listStyleProblems = (errors: FormErrors, { rules }: StyleDraft): readonly StyleProblem[] =>
  Object.entries(errors).flatMap(([key, text]) => {
    const found = KEY.exec(key);
    if (found === null || typeof text !== 'string') return [];
    const index = found[1] === undefined ? rules.length : Number(found[1]);
    return [{ rule: index < rules.length ? index : 'default', property: found[2] ?? '', text }];
  });

export type NumberName = {
  [Name in StylePropertyName]: (typeof STYLE_PROPERTIES)[Name]['type'] extends 'number' ? Name : never;
}[StylePropertyName];

/** Problem of a number: below 0 (CLS-18), outside its bounds, or below the beginning of its range. */
export type NumberProblem =
  | { readonly kind: 'negative' }
  | { readonly kind: 'below'; readonly min: number }
  | { readonly kind: 'range'; readonly min: number; readonly max: number };

/** Returns the problem of a number that cannot be saved. */
export function findNumberProblem(name: NumberName, value: number): NumberProblem | undefined {
  const { min, max } = STYLE_PROPERTIES[name];
  if (value >= min && value <= max) return undefined;
  return min === 0 && value < 0 ? { kind: 'negative' } : { kind: 'range', min, max };
}

/** Problem of one end of a range that lies beyond the other end, which the same rule or the whole style has. */
function findRangeProblem(name: NumberName, rule: GeomStyle): NumberProblem | undefined {
  const values = resolveStyle(rule);
  for (const [from, to] of Object.entries(STYLE_RANGES) as [NumberName, NumberName][]) {
    if (name === from) return { kind: 'range', min: STYLE_PROPERTIES[from].min, max: values[to] };
    if (name !== to) continue;
    const { max, unit } = STYLE_PROPERTIES[to];
    const min = values[from];
    return unit === 'value' ? { kind: 'below', min } : { kind: 'range', min, max };
  }
  return undefined;
}

const isNumberName = (name: string): name is NumberName =>
  isStyleProperty(name) && STYLE_PROPERTIES[name].type === 'number';

/** Returns the value to which a path of the contract leads in a style. */
const valueAt = (style: GeomStyle, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], style);

/** CLS-19: errors that block saving, by the keys of the form. An unchanged style is not checked. */
export function checkStyle(
  draft: StyleDraft,
  textOf: (code: Problem['code'], number: NumberProblem | undefined) => string,
): Record<string, string> {
  if (!draft.isChanged) return {};
  const style = toStyle(draft);
  return Object.fromEntries(
    checkGeomStyle(style).map(({ path, code }) => {
      const name = path.split('/').at(-1) ?? '';
      const number = isNumberName(name)
        ? (findNumberProblem(name, Number(valueAt(style, path))) ??
          findRangeProblem(name, valueAt(style, path.slice(0, path.lastIndexOf('/'))) as GeomStyle))
        : undefined;
      return [styleErrorKey(path), textOf(code, number)];
    }),
  );
}
