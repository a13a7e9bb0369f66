import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addChangedForm, addDialog, type DialogScope, requestClose, type StoredDraft } from './openWork.ts';

/** The dialog around a form; null on a page. */
export const DialogScopeContext = createContext<DialogScope | null>(null);

/** Registers an open dialog for as long as it is mounted. */
export function useDialogScope(onClose: () => void, isQuestion: boolean): DialogScope {
  const latest = useRef(onClose);
  useLayoutEffect(() => {
    latest.current = onClose;
  });
  const [scope] = useState<DialogScope>(() => ({ close: () => latest.current(), isQuestion }));
  useEffect(() => addDialog(scope), [scope]);
  return scope;
}

/** Closes the dialog around a form, after a question if the form has changes. */
export function useCloseRequest(): () => void {
  const dialog = useContext(DialogScopeContext);
  return () => {
    if (dialog !== null) void requestClose(dialog);
  };
}

/**
 * Reports whether a form has unsaved changes, for as long as it is mounted: closing its dialog, leaving its page,
 * signing out and reloading then ask first. The returned function ends that at once; a page calls it before it
 * leaves after a save. With `draft` the answer to discard the changes deletes the form's draft, too.
 */
export function useUnsavedWork(isChanged: boolean, draft: StoredDraft | null = null): () => void {
  const dialog = useContext(DialogScopeContext);
  const remove = useRef<() => void>(() => {});
  useEffect(() => {
    if (!isChanged) return;
    const end = addChangedForm({ dialog, draft });
    remove.current = end;
    return end;
  }, [isChanged, dialog, draft]);
  return useCallback(() => remove.current(), []);
}
