import { Modal, type ModalProps } from '@mantine/core';
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
      <DialogScopeContext value={scope}>{children}</DialogScopeContext>
    </Modal>
  );
}
