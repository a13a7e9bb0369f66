import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { DialogScopeContext, requestClose, useDialogScope } from './unsaved-work/index.ts';

interface DialogFrameProps extends Omit<ModalProps, 'opened' | 'closeButtonProps'> {
  /** True for questions and messages of the application, which stay when the page changes. */
  readonly isQuestion?: boolean;
}

/**
 * An open dialog whose close button has a name. Closing it by the button or by Back asks first if a form in it has
 * unsaved changes.
 */
export function DialogFrame({ onClose, isQuestion = false, children, ...props }: DialogFrameProps) {
  const { t } = useTexts();
  const scope = useDialogScope(onClose, isQuestion);
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
      onClose={() => void requestClose(scope)}
      {...props}
    >
      <DialogScopeContext value={scope}>
        <LateFocus />
        {children}
      </DialogScopeContext>
    </Modal>
  );
}

/**
 * Focuses the field with `data-autofocus` of a form that loads after its dialog has opened: until then the close button
 * has the focus.
 */
function LateFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest('[role="dialog"]');
    const findField = () => dialog?.querySelector<HTMLElement>('[data-autofocus]');
    if (!dialog || findField()) return;
    const observer = new MutationObserver(() => {
      const field = findField();
      if (!field) return;
      observer.disconnect();
      if (dialog.querySelector('input:focus, textarea:focus') === null) field.focus();
    });
    observer.observe(dialog, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return <span ref={mark} hidden />;
}
