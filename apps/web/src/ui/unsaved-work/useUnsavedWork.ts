import { useCallback, useContext, useEffect, useRef } from 'react';
import { DialogScopeContext } from './dialogScope.ts';
import { addChangedForm, type StoredDraft } from './openWork.ts';
import { useTypedAddresses } from './useTypedAddresses.ts';

/**
 * Reports whether a form has unsaved changes, for as long as it is mounted: closing its dialog, leaving its page,
 * signing out and reloading then ask first. The returned function ends that at once; a page calls it before it
 * leaves after a save. With `draft` the answer to discard the changes deletes the form's draft, too.
 */
export function useUnsavedWork(isChanged: boolean, draft: StoredDraft | null = null): () => void {
  const dialog = useContext(DialogScopeContext);
  const remove = useRef<() => void>(() => {});
  useTypedAddresses();
  useEffect(() => {
    if (!isChanged) return;
    const end = addChangedForm({ dialog, draft });
    remove.current = end;
    return end;
  }, [isChanged, dialog, draft]);
  return useCallback(() => remove.current(), []);
}
