import { checkGeomStyle, isStyleProperty, STYLE_PROPERTIES, type StylePropertyName } from '@pgis/cartography';
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

const KEY = /^style(?:\.labelRules(?:\.(\d+))?)?(?:\.(\w+))?$/;

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

/** CLS-18: true for a size below its minimum. */
export const isTooSmall = (name: NumberName, value: number): boolean => value < STYLE_PROPERTIES[name].min;

/** CLS-19: errors that block saving, by the keys of the form. An unchanged style is not checked. */
export function checkStyle(
  draft: StyleDraft,
  textOf: (code: Problem['code'], isNumber: boolean) => string,
): Record<string, string> {
  if (!draft.isChanged) return {};
  return Object.fromEntries(
    checkGeomStyle(toStyle(draft)).map(({ path, code }) => {
      const name = path.split('/').at(-1) ?? '';
      const isNumber = isStyleProperty(name) && STYLE_PROPERTIES[name].type === 'number';
      return [styleErrorKey(path), textOf(code, isNumber)];
    }),
  );
}
