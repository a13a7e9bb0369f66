import { Stack } from '@mantine/core';
import type { ComponentProps, FormEventHandler, ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../DialogFrame.tsx';
import { FormFoot } from './FormFoot.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof FormFoot>, 'submitText' | 'onCancel'> {
  readonly title: string;
  readonly widthPx?: number;
  /** "Save" where nothing else is said. */
  readonly submitText?: string;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that is one form, with its ways out below the fields. */
export function FormDialog({
  title,
  widthPx = 440,
  submitText,
  onSubmit,
  onClose,
  children,
  ...saving
}: FormDialogProps) {
  const { t } = useTexts();
  return (
    <DialogFrame title={title} size={widthPx} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {children}
          <FormFoot {...saving} submitText={submitText ?? t('COMMON.SAVE')} onCancel={onClose} />
        </Stack>
      </form>
    </DialogFrame>
  );
}
