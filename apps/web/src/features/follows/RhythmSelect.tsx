import { Select } from '@mantine/core';
import type { MailRhythm } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';

interface RhythmSelectProps<R extends MailRhythm> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly rhythms: readonly R[];
  /** Undefined while it is not known. */
  readonly value: R | undefined;
  readonly onChange: (rhythm: R) => void;
}

/** Select for the rhythm of mails; a user has the bell besides. */
export function RhythmSelect<R extends MailRhythm>({
  label,
  isLabelHidden = false,
  rhythms,
  value,
  onChange,
}: RhythmSelectProps<R>) {
  const { t } = useTexts();
  const hasBell = rhythms.some((one) => one === 'never');
  const textOf = (one: MailRhythm) =>
    hasBell || one === 'never' ? t(`FOLLOWS.MAIL.${one}`) : t(`FOLLOWS.MAIL_ONLY.${one}`);
  return (
    <Select
      size="sm"
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      allowDeselect={false}
      data={rhythms.map((one) => ({
        value: one,
        label: textOf(one),
      }))}
      disabled={value === undefined}
      value={value ?? null}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => {
        const rhythm = rhythms.find((one) => one === next);
        if (rhythm !== undefined) onChange(rhythm);
      }}
    />
  );
}
