import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useStore } from '../../store/useStore.ts';
import {
  closeDialogs,
  hasChanges,
  mayDiscardPageWork,
  mayDiscardWork,
  openWork,
  requestCloseTopmost,
} from '../../ui/unsaved-work/index.ts';

/**
 * Back closes the topmost dialog instead of leaving its page. Every other change of the page asks before unsaved work is
 * lost, and closes the dialogs of the page. A change of the language keeps both.
 */
const shouldBlock: ShouldBlockFn = async ({ action, current, next }) => {
  if (action === 'BACK' && requestCloseTopmost()) return true;
  if (current.routeId !== next.routeId) {
    if (!(await mayDiscardWork())) return true;
    closeDialogs();
    return false;
  }
  const isSameContent = JSON.stringify(current.search) === JSON.stringify(next.search);
  return !isSameContent && !(await mayDiscardPageWork());
};

/** Keeps unsaved work from being lost by a navigation or by closing the tab. */
export function useWorkGuard(): void {
  const isIdle = useStore(openWork, ({ dialogs, changed }) => dialogs.length === 0 && changed.length === 0);
  useBlocker({ shouldBlockFn: shouldBlock, enableBeforeUnload: hasChanges, disabled: isIdle });
}
