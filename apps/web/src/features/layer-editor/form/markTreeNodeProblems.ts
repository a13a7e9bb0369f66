import type { Problem } from '@pgis/contract';
import { problemText, type TFunction } from '../../../i18n/index.ts';
import { styleErrorKey } from '../style/draft/styleProblems.ts';
import { schemaErrorKey } from './LayerValues.ts';
import type { TreeNodeValues } from './TreeNodeValues.ts';

/** The members that marking needs, which the forms of all kinds have. */
export interface MarkedForm {
  readonly values: TreeNodeValues;
  setFieldError(path: string, error: string): void;
}

const formPaths: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/^\/(?:id1|parentName)$/, () => 'group'],
  [/^\/layerFields\/(\d+)\/schema(.*)$/, (found) => schemaErrorKey(found[1] ?? '', found[2] ?? '')],
  [/^\/layerFields\/(\d+)/, (found) => `fields.${found[1]}.name`],
  [/^\/ruleset/, () => 'filter'],
  [/^\/geomStyle(.*)$/, (found) => styleErrorKey(found[1] ?? '')],
  [/^\/(\w+)/, (found) => found[1] ?? ''],
];

/**
 * D-CLS-11: puts the server's problems (JSON pointers into the body) at their fields; true if each problem has a
 * field.
 */
export function markTreeNodeProblems(form: MarkedForm, problems: readonly Problem[], t: TFunction): boolean {
  let areAllMarked = problems.length > 0;
  for (const { path, code } of problems) {
    const match = formPaths.map(([pattern, toPath]) => ({ found: pattern.exec(path), toPath }));
    const first = match.find(({ found }) => found !== null);
    const fieldPath = first?.found ? first.toPath(first.found) : '';
    const [field = ''] = fieldPath.split('.');
    if (field in form.values) form.setFieldError(fieldPath, problemText(t, code));
    else areAllMarked = false;
  }
  return areAllMarked;
}
