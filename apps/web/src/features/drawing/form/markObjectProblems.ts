import type { Problem } from '@pgis/contract';
import { problemText, type TFunction } from '../../../i18n/index.ts';
import type { DrawForm } from './useDrawForm.ts';

/** Puts the server's problems (JSON pointers into the body) at their fields. */
export function markObjectProblems(form: DrawForm, problems: readonly Problem[], t: TFunction): void {
  for (const { path, code } of problems) {
    const field = path.replace(/^\//, '');
    if (field in form.values) form.setFieldError(field, problemText(t, code));
  }
}
