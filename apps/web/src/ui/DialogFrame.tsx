import { Modal, type ModalProps } from '@mantine/core';
import { useTexts } from '../i18n/index.ts';

/** An open dialog whose close button has a name. */
export function DialogFrame(props: Omit<ModalProps, 'opened' | 'closeButtonProps'>) {
  const { t } = useTexts();
  return <Modal opened closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }} {...props} />;
}
