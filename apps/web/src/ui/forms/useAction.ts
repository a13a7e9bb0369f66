import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { closeToast, showToast, type Toast } from '../toasts/index.ts';

/** A change or download without a form. A toast reports its failure; `toToast` returns the toast for its success. */
export function useAction<Data, Variables>(
  action: UseMutationOptions<Data, Error, Variables>,
  toToast?: (data: Data, variables: Variables) => string | Toast | undefined,
) {
  const { t } = useTexts();
  const failedToast = useRef<number | null>(null);
  const closeFailed = () => {
    if (failedToast.current !== null) closeToast(failedToast.current);
    failedToast.current = null;
  };
  const { mutate, isPending } = useMutation({
    ...action,
    onSuccess: async (data, variables, result, context) => {
      closeFailed();
      const toast = toToast?.(data, variables);
      if (toast !== undefined)
        showToast(typeof toast === 'string' ? { kind: 'success', message: toast } : toast);
      await action.onSuccess?.(data, variables, result, context);
    },
    onError(cause) {
      if (!(cause instanceof ApiError)) console.error('an action failed', cause);
      closeFailed();
      failedToast.current = showToast({ kind: 'error', message: errorText(t, cause) });
    },
  });
  return { run: mutate, isRunning: isPending };
}
