import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addDialog, type DialogScope, requestClose } from './openWork.ts';

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
