import { Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../DialogFrame.tsx';
import { UnsavedWork } from '../unsaved-work/index.ts';
import { FormFoot } from './FormFoot.tsx';
import type { Saving } from './useSave.ts';

interface FormDialogProps {
  readonly title: string;
  readonly widthPx?: number;
  readonly saving: Saving;
  /** True if closing would lose unsaved changes. */
  readonly isChanged: boolean;
  /** Defaults to "Save". */
  readonly submitText?: string;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with one form; its buttons are below the fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, widthPx = 440, saving, submitText, onSubmit, isChanged, onClose, children } = props;
  const { t } = useTexts();
  return (
    <DialogFrame title={title} size={widthPx} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <UnsavedWork isChanged={isChanged} />
          {children}
          <FormFoot saving={saving} submitText={submitText ?? t('COMMON.SAVE')} hasCancel />
        </Stack>
      </form>
    </DialogFrame>
  );
}
