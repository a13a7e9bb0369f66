import { useTexts } from '../../../i18n/index.ts';
import { TrimmedTextInput, type TrimmedTextInputProps } from '../../../ui/inputs/TrimmedTextInput.tsx';
import classes from './CountedTextInput.module.css';

interface CountedTextInputProps extends TrimmedTextInputProps {
  readonly value: string;
  /** Maximum length in UTF-16 units. */
  readonly limit: number;
}

/** A text field with a counter of its characters. */
export function CountedTextInput({ limit, ...input }: CountedTextInputProps) {
  const { t } = useTexts();
  return (
    <div className={classes.field}>
      <TrimmedTextInput {...input} maxLength={limit} />
      <span className={classes.count} aria-hidden="true">
        {t('MAP.DRAW.COUNT', { used: input.value.length, limit })}
      </span>
    </div>
  );
}
