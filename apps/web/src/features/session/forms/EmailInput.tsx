import { limits } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { TrimmedTextInput, type TrimmedTextInputProps } from '../../../ui/inputs/TrimmedTextInput.tsx';

/** The address that a user signs in with; it takes the focus. */
export function EmailInput(props: TrimmedTextInputProps) {
  const { t } = useTexts();
  return (
    <TrimmedTextInput
      label={t('LOGIN.EMAIL')}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      maxLength={limits.accountEmailLength}
      autoFocus
      {...props}
    />
  );
}
