import { Select } from '@mantine/core';
import { type MailRhythm, mailRhythms } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';

interface RhythmSelectProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: MailRhythm;
  readonly onChange: (rhythm: MailRhythm) => void;
}

/** How often mails come besides the bell. */
export function RhythmSelect({ label, isLabelHidden = false, value, onChange }: RhythmSelectProps) {
  const { t } = useTexts();
  return (
    <Select
      size="sm"
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      allowDeselect={false}
      data={mailRhythms.map((one) => ({ value: one, label: t(`FOLLOWS.MAIL.${one}`) }))}
      value={value}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => onChange(mailRhythms.find((one) => one === next) ?? value)}
    />
  );
}
