import { ActionIcon, Popover, Select, TagsInput } from '@mantine/core';
import { type InputHint, limits } from '@pgis/contract';
import { IconBulb, IconBulbFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { Tooltip } from '../../../ui/popovers/index.ts';
import classes from '../dialog/TreeNodeDialog.module.css';

interface HintButtonProps {
  readonly field: string;
  readonly hint: InputHint;
  readonly isDisabled: boolean;
  readonly onChange: (hint: InputHint) => void;
}

const kinds = ['number', 'date', 'yesNo', 'choices'] as const;
type Kind = (typeof kinds)[number];

/** D-CLS-19: edits the hint that helps users fill in a field. A hint warns and never blocks. */
export function HintButton({ field, hint, isDisabled, onChange }: HintButtonProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const isSet = hint.kind !== undefined || (hint.help ?? '') !== '';
  const change = ({
    kind,
    choices,
    help,
  }: {
    kind?: Kind | undefined;
    choices?: string[] | undefined;
    help?: string | undefined;
  }) =>
    onChange({
      ...(kind !== undefined && { kind }),
      ...(kind === 'choices' && { choices: choices ?? [] }),
      ...(help !== undefined && help !== '' && { help }),
    });
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={280}
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Tooltip label={t('CLASSIFIERS.HINT')} disabled={isOpen}>
          <ActionIcon
            className={classes.rowAction ?? ''}
            disabled={isDisabled}
            aria-label={t('CLASSIFIERS.HINT_OF', { field })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isSet ? <IconBulbFilled size={16} /> : <IconBulb size={16} />}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.hint ?? ''}>
        <Select
          label={t('CLASSIFIERS.HINT_KIND')}
          placeholder={t('CLASSIFIERS.HINT_KINDS.none')}
          clearable
          comboboxProps={{ withinPortal: false }}
          data={kinds.map((value) => ({ value, label: t(`CLASSIFIERS.HINT_KINDS.${value}`) }))}
          value={hint.kind ?? null}
          onChange={(kind) => change({ ...hint, kind: (kind as Kind | null) ?? undefined })}
        />
        {hint.kind === 'choices' && (
          <TagsInput
            label={t('CLASSIFIERS.HINT_CHOICES')}
            description={t('CLASSIFIERS.HINT_CHOICES_NOTE')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxTags={limits.inputHint.choices}
            acceptValueOnBlur
            value={hint.choices ?? []}
            onChange={(choices) =>
              change({ ...hint, choices: choices.map((one) => one.slice(0, limits.inputHint.choiceLength)) })
            }
          />
        )}
        <TrimmedTextInput
          label={t('CLASSIFIERS.HINT_HELP')}
          maxLength={limits.inputHint.helpLength}
          value={hint.help ?? ''}
          onChange={(help) => change({ ...hint, help })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
