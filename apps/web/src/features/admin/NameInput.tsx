import { limits } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput, type TrimmedTextInputProps } from '../../ui/inputs/TrimmedTextInput.tsx';

/** The name of a group or unit, the first field of its dialog. */
export function NameInput(field: TrimmedTextInputProps) {
  const { t } = useTexts();
  return (
    <TrimmedTextInput
      label={t('ADMIN.NAME')}
      required
      maxLength={limits.groupNameLength}
      data-autofocus
      {...field}
    />
  );
}
