import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/index.ts';
import { errorText, problemText, useTexts } from '../../i18n/index.ts';

interface MarkedForm {
  readonly getValues: () => object;
  readonly setFieldError: (field: string, error: ReactNode) => void;
}

/** Sends a form once at a time; what the server says against a field stands at the field, the rest in `failure`. */
export function useSaving(form: MarkedForm) {
  const { t } = useTexts();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const markProblems = (cause: unknown): boolean => {
    if (!(cause instanceof ApiError)) return false;
    const marked = cause.problems.filter(({ path, code }) => {
      const field = path.split('/')[1] ?? '';
      if (!(field in form.getValues())) return false;
      form.setFieldError(field, problemText(t, code));
      return true;
    });
    return marked.length > 0 && marked.length === cause.problems.length && cause.code === 'VALIDATION';
  };

  const save = async (send: () => Promise<void>): Promise<void> => {
    if (isSaving) return;
    setIsSaving(true);
    setFailure(null);
    try {
      await send();
    } catch (cause) {
      if (!markProblems(cause)) setFailure(errorText(t, cause));
    } finally {
      setIsSaving(false);
    }
  };
  return { save, isSaving, failure };
}
