import { ActionIcon, Button, Select } from '@mantine/core';
import { canBeNamedInStyles, limits } from '@pgis/contract';
import {
  IconArrowDown,
  IconArrowUp,
  IconChartBar,
  IconPlus,
  IconRefresh,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { Tooltip } from '../../../../ui/popovers/index.ts';
import { fieldReference } from '../../form/LayerValues.ts';
import { addRule, deleteRules, isFull, moveRule } from '../draft/changeStyle.ts';
import { selectionOf } from '../draft/StyleDraft.ts';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import { RampChoice } from './RampChoice.tsx';
import classes from './RuleTools.module.css';
import type { Ramp } from './ramps.ts';
import { useGenerate } from './useGenerate.ts';
import { useRefresh } from './useRefresh.ts';

interface RuleToolsProps {
  readonly editor: StyleEditor;
  /** The stored layer, from whose values rules can be generated. */
  readonly layerId: number | null;
  /** True while the panel that makes rules is open. */
  readonly isMaking: boolean;
  readonly onMake: () => void;
}

/** STYLE-04: adds, moves, deletes and generates rules for the values of a field. */
export function RuleTools({ editor, layerId, isMaking, onMake }: RuleToolsProps) {
  const { t } = useTexts();
  const [field, setField] = useState<string | null>(null);
  const [value, setValue] = useState('');
  const [ramp, setRamp] = useState<Ramp | undefined>();
  const [error, setError] = useState<string | null>(null);
  const { generate, isBusy } = useGenerate(editor, layerId);
  const { refresh, isRefreshing } = useRefresh(editor, layerId);
  const { draft, fields, change } = editor;
  const named = fields.filter(({ name }) => name.trim() !== '');
  // The selected field may have been removed since.
  const selectedField = named.some((one) => fieldReference(one) === field) ? field : null;

  /** RULE-04, RULE-10. */
  const withField = (then: (field: string) => void) => {
    setError(selectedField === null ? t('GENERATE_RULEKEY_ERROR') : null);
    if (selectedField !== null && !canBeNamedInStyles(selectedField)) setError(t('PROBLEMS.FIELD_NAME'));
    else if (selectedField !== null) then(selectedField);
  };
  const add = () =>
    withField((name) => {
      change(addRule(draft, name, value));
      setValue('');
    });
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // Enter would submit the form around it.
    add();
  };
  return (
    <div className={classes.tools}>
      <Button
        variant="light"
        leftSection={<IconChartBar size={16} />}
        aria-pressed={isMaking}
        onClick={onMake}
      >
        {t('STYLE.MAKE_RULES')}
      </Button>
      <Select
        aria-label={t('STYLE.RULE_FIELD_OF')}
        placeholder={t('STYLE.RULE_FIELD')}
        data={named.map((one) => ({ value: fieldReference(one), label: one.name.trim() }))}
        value={selectedField}
        error={error}
        clearable
        nothingFoundMessage={t('STYLE.NO_FIELDS')}
        onChange={(next) => {
          setField(next);
          setError(null);
        }}
      />
      <TrimmedTextInput
        aria-label={t('STYLE.RULE_VALUE_OF')}
        placeholder={t('STYLE.RULE_VALUE')}
        maxLength={limits.data.valueLength}
        autoComplete="off"
        value={value}
        onChange={setValue}
        onKeyDown={onEnter}
      />
      <div className={classes.row}>
        <Button
          variant="light"
          className={classes.grow ?? ''}
          leftSection={<IconPlus size={16} />}
          disabled={isFull(draft)}
          onClick={add}
        >
          {t('STYLE.ADD_RULE')}
        </Button>
        <SelectedRuleActions editor={editor} />
      </div>
      <RampChoice ramp={ramp} onChange={setRamp} />
      <div className={classes.row}>
        <Button
          variant="default"
          className={classes.grow ?? ''}
          leftSection={<IconWand size={16} />}
          loading={isBusy}
          onClick={() => withField((name) => void generate(name, ramp).then(setError))}
        >
          {t('STYLE.GENERATE')}
        </Button>
        <IconAction
          label={t('STYLE.REFRESH')}
          isDisabled={isFull(draft)}
          isBusy={isRefreshing}
          onClick={() => withField((name) => void refresh(name).then(setError))}
          icon={<IconRefresh size={16} />}
        />
      </div>
    </div>
  );
}

/** Moves the selected rule, or deletes all selected ones; the default rule stays where it is. */
function SelectedRuleActions({ editor: { draft, change } }: Pick<RuleToolsProps, 'editor'>) {
  const { t } = useTexts();
  const { selected, rules } = draft;
  const selection = selectionOf(draft);
  const index = selected === 'default' || selection.length > 1 ? -1 : selected;
  const deleted = selection.filter((rule) => rule !== 'default').length;
  return (
    <>
      <IconAction
        label={t('STYLE.RULE_UP')}
        isDisabled={index <= 0}
        onClick={() => change(moveRule(draft, -1))}
        icon={<IconArrowUp size={16} />}
      />
      <IconAction
        label={t('STYLE.RULE_DOWN')}
        isDisabled={index < 0 || index === rules.length - 1}
        onClick={() => change(moveRule(draft, 1))}
        icon={<IconArrowDown size={16} />}
      />
      <IconAction
        label={deleted > 1 ? t('STYLE.DELETE_RULES', { count: deleted }) : t('STYLE.DELETE_RULE')}
        color="red"
        isDisabled={deleted === 0}
        onClick={() => change(deleteRules(draft))}
        icon={<IconTrash size={16} />}
      />
    </>
  );
}

interface IconActionProps {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly color?: string;
  readonly isDisabled: boolean;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}

function IconAction({ label, icon, color = 'gray', isDisabled, isBusy = false, onClick }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        c={isDisabled ? undefined : color}
        disabled={isDisabled}
        loading={isBusy}
        aria-label={label}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
