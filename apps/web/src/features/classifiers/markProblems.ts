import type { Problem } from '@pgis/contract';
import type { TFunction } from 'i18next';
import { problemText } from '../../i18n/index.ts';
import { styleErrorKey } from './style/styleProblems.ts';
import type { ClassifierForm } from './useClassifierForm.ts';

const formPaths: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/^\/(?:id1|parentName)$/, () => 'group'],
  [/^\/layerFields\/(\d+)/, (found) => `fields.${found[1]}.name`],
  [/^\/ruleset/, () => 'filter'],
  [/^\/geomStyle(.*)$/, (found) => styleErrorKey(found[1] ?? '')],
  [/^\/(\w+)/, (found) => found[1] ?? ''],
];

/** D-CLS-11: the server's problems (JSON pointers into the body) at the fields they are about; true when all have one. */
export function markProblems(form: ClassifierForm, problems: readonly Problem[], t: TFunction): boolean {
  let areAllMarked = problems.length > 0;
  for (const { path, code } of problems) {
    const match = formPaths.map(([pattern, toPath]) => ({ found: pattern.exec(path), toPath }));
    const first = match.find(({ found }) => found !== null);
    const place = first?.found ? first.toPath(first.found) : '';
    if (place.split('.')[0] !== undefined && (place.split('.')[0] ?? '') in form.values)
      form.setFieldError(place, problemText(t, code));
    else areAllMarked = false;
  }
  return areAllMarked;
}
