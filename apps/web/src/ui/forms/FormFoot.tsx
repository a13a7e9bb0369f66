import { Alert, Button, Group } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';

interface FormFootProps {
  readonly failure: string | null;
  readonly isSaving: boolean;
  readonly submitText: string;
  /** Absent on a page, which has nothing to close. */
  readonly onCancel?: (() => void) | undefined;
}

/** What went wrong, and the ways out of a form. */
export function FormFoot({ failure, isSaving, submitText, onCancel }: FormFootProps) {
  const { t } = useTexts();
  return (
    <>
      {failure !== null && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
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
