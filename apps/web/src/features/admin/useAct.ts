import { errorText, useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useReadAgain } from './adminData.ts';

/** Sends a change without a form, says what came of it, and reads again what it may have changed. */
export function useAct() {
  const { t } = useTexts();
  const readAgain = useReadAgain();
  return async (send: () => Promise<unknown>, done?: string): Promise<void> => {
    try {
      await send();
      if (done !== undefined) showToast({ kind: 'success', message: done });
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    }
    await readAgain();
  };
}
