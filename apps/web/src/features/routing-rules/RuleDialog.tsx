import { MultiSelect, SegmentedControl, Select, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  casePriorities,
  limits,
  type RoutingRule,
  type RoutingRuleBody,
  routingLimits,
} from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText, useTexts } from '../../i18n/index.ts';
import { FormDialog } from '../../ui/forms/FormDialog.tsx';
import { useSave } from '../../ui/forms/useSave.ts';
import { DecimalInput } from '../../ui/inputs/DecimalInput.tsx';
import { showToast } from '../../ui/toasts/index.ts';
import { useSession } from '../session/index.ts';
import { AreaFields, type AreaKind, areaKindOf } from './AreaFields.tsx';
import { EscalationFields } from './EscalationFields.tsx';
import classes from './routing.module.css';
import { listRuleProblems, saveRules, toBody } from './routingQueries.ts';
import { TriedRules } from './TriedRules.tsx';
import { useRuleNames } from './useRuleNames.ts';
import { withRule } from './withRule.ts';

const newRule: RoutingRuleBody = {
  isEnabled: true,
  layerIds: [],
  areaWkt: null,
  areaObjectId: null,
  words: [],
  unitId: null,
  assigneeId: null,
  priority: null,
  dueDays: null,
  days: 'working',
  escalation: null,
};

interface RuleDialogProps {
  /** null adds a rule at the end. */
  readonly rule: RoutingRule | null;
  readonly others: readonly RoutingRuleBody[];
  readonly version: number;
  readonly onClose: () => void;
}

const toOptions = (names: ReadonlyMap<number, string>) =>
  [...names].map(([id, label]) => ({ value: String(id), label }));
const toId = (value: string | null) => (value ? Number(value) : null);
const toValue = (id: number | null) => (id === null ? null : String(id));

/** One rule: when it applies, what it does, and what it would have done with the newest cases. */
export function RuleDialog({ rule, others, version, onClose }: RuleDialogProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const client = useQueryClient();
  const { names, layers } = useRuleNames();
  const form = useForm<RoutingRuleBody>({ initialValues: rule === null ? newRule : toBody(rule) });
  const { values, errors, setFieldValue: set } = form;
  const [areaKind, setAreaKind] = useState<AreaKind>(areaKindOf(values));
  const isAreaMissing = areaKind === 'object' && values.areaObjectId === null;
  const saving = useSave(saveRules(client, user?.userId ?? null), {
    onSaved() {
      showToast({ kind: 'success', message: t('ROUTING.SAVED') });
      onClose();
    },
    onFailed(cause) {
      for (const { field, code } of listRuleProblems(cause, index))
        form.setFieldError(field, problemText(t, code));
    },
  });
  const rules = withRule(others, values);
  const index = rules.indexOf(values);
  const submit = form.onSubmit(() => {
    if (isAreaMissing) form.setFieldError('areaObjectId', t('REQUIRED'));
    else saving.save({ rules, version });
  });
  return (
    <FormDialog
      title={t(rule === null ? 'ROUTING.ADD' : 'ROUTING.EDIT_TITLE')}
      widthPx={620}
      saving={saving}
      isChanged={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className={classes.part}>
        <legend className={classes.caption}>{t('ROUTING.WHEN')}</legend>
        <MultiSelect
          label={t('ROUTING.LAYERS')}
          placeholder={values.layerIds.length === 0 ? t('ROUTING.ANY_LAYER') : ''}
          data={layers.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.layerIds.map(String)}
          maxValues={routingLimits.layers}
          error={errors.layerIds}
          onChange={(chosen) => set('layerIds', chosen.map(Number))}
        />
        <AreaFields
          rule={rule}
          values={values}
          kind={areaKind}
          error={errors.areaObjectId}
          onChange={(kind, area) => {
            setAreaKind(kind);
            form.setValues(area);
          }}
        />
        <TagsInput
          label={t('ROUTING.WORDS')}
          description={t('ROUTING.WORDS_NOTE')}
          value={[...values.words]}
          maxTags={routingLimits.words}
          maxLength={routingLimits.wordLength}
          acceptValueOnBlur
          onChange={(words) => set('words', words)}
        />
      </fieldset>
      <fieldset className={classes.part}>
        <legend className={classes.caption}>{t('ROUTING.THEN')}</legend>
        <div className={classes.pair}>
          <Select
            label={t('CASES.UNIT')}
            placeholder={t('ROUTING.UNIT_OF_LAYER')}
            clearable
            data={toOptions(names.units)}
            value={toValue(values.unitId)}
            error={errors.unitId}
            onChange={(value) => set('unitId', toId(value))}
          />
          <Select
            label={t('CASES.ASSIGNEE')}
            placeholder={t('CASES.NOBODY')}
            clearable
            searchable
            data={toOptions(names.people)}
            value={toValue(values.assigneeId)}
            error={errors.assigneeId}
            onChange={(value) => set('assigneeId', toId(value))}
          />
        </div>
        <div className={classes.pair}>
          <DecimalInput
            label={t('ROUTING.DUE_DAYS')}
            placeholder={t('ROUTING.DUE_BY_LAYER')}
            min={0}
            max={limits.cases.dueDays}
            clampBehavior="strict"
            allowDecimal={false}
            value={values.dueDays ?? ''}
            onChange={(next) => set('dueDays', next === '' ? null : next)}
          />
          <Select
            label={t('CASES.PRIORITY')}
            placeholder={t('CASES.PRIORITIES.normal')}
            clearable
            data={casePriorities.map((value) => ({ value, label: t(`CASES.PRIORITIES.${value}`) }))}
            value={values.priority}
            onChange={(value) => set('priority', casePriorities.find((one) => one === value) ?? null)}
          />
        </div>
        {values.dueDays !== null && (
          <SegmentedControl
            fullWidth
            aria-label={t('CLASSIFIERS.CASES_COUNTED')}
            value={values.days}
            onChange={(next) => set('days', next === 'calendar' ? 'calendar' : 'working')}
            data={(['working', 'calendar'] as const).map((value) => ({
              value,
              label: t(`CLASSIFIERS.CASES_DAYS.${value}`),
            }))}
          />
        )}
        <EscalationFields
          people={toOptions(names.people)}
          value={values.escalation}
          onChange={(escalation) => set('escalation', escalation)}
        />
      </fieldset>
      <TriedRules rules={rules} index={index} isDisabled={isAreaMissing} />
    </FormDialog>
  );
}
