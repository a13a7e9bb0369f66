import { Alert, Button, Group } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import { useCloseRequest } from '../unsaved-work/index.ts';
import type { Saving } from './useSave.ts';

interface FormFootProps {
  readonly saving: Saving;
  readonly submitText: string;
  /** False on a page, because there is nothing to close. */
  readonly hasCancel?: boolean;
}

/** The error of a form's save and its buttons. */
export function FormFoot({ saving: { failure, isSaving }, submitText, hasCancel = false }: FormFootProps) {
  const { t } = useTexts();
  const close = useCloseRequest();
  return (
    <>
      {failure !== null && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        {hasCancel && (
          <Button variant="default" onClick={close}>
            {t('COMMON.CANCEL')}
          </Button>
        )}
        <Button type="submit" loading={isSaving}>
          {submitText}
        </Button>
      </Group>
    </>
  );
}
