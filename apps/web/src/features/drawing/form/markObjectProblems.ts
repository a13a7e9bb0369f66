import type { Classifier, Problem } from '@pgis/contract';
import { type Language, problemText, type TFunction } from '../../../i18n/index.ts';
import { fieldProblemText } from '../../../layers/fields/fieldProblemText.ts';
import { fieldErrorKey } from './fields/fieldInputId.ts';
import type { DrawForm } from './useDrawForm.ts';

interface MarkContext {
  readonly fields: Classifier['layerFields'];
  readonly reader: { readonly t: TFunction; readonly language: Language };
}

const DATA = '/data/';

/** Puts the server's problems (JSON pointers into the body) at their fields. */
export function markObjectProblems(
  form: DrawForm,
  problems: readonly Problem[],
  { fields, reader }: MarkContext,
): void {
  for (const { path, code } of problems) {
    const key = path.slice(DATA.length).replaceAll('~1', '/').replaceAll('~0', '~');
    const schema = path.startsWith(DATA) ? fields.find(({ name }) => name === key)?.schema : undefined;
    const field = path.replace(/^\//, '');
    if (schema !== undefined) form.setFieldError(fieldErrorKey(key), fieldProblemText(schema, code, reader));
    else if (field in form.values) form.setFieldError(field, problemText(reader.t, code));
  }
}
