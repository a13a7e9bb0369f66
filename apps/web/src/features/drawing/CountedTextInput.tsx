import { useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput, type TrimmedTextInputProps } from '../../ui/TrimmedTextInput.tsx';
import classes from './CountedTextInput.module.css';

interface CountedTextInputProps extends TrimmedTextInputProps {
  readonly value: string;
  /** UTF-16 units. */
  readonly limit: number;
}

/** A text field that says how much of its room is used. */
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
