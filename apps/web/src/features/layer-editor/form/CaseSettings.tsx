import { SegmentedControl, Switch } from '@mantine/core';
import { type CaseRules, limits } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { DecimalInput } from '../../../ui/inputs/DecimalInput.tsx';
import classes from '../dialog/TreeNodeDialog.module.css';
import type { LayerForm } from './useTreeNodeForm.ts';

const initialRules: CaseRules = { dueDays: 5, days: 'working' };

/** Makes the objects of a layer cases, with the rule for their due dates. */
export function CaseSettings({
  form,
  isReadOnly,
}: {
  readonly form: LayerForm;
  readonly isReadOnly: boolean;
}) {
  const { t } = useTexts();
  const { caseLayer } = form.values;
  const change = (next: CaseRules | null) => form.setFieldValue('caseLayer', next);
  return (
    <>
      <div className={classes.switches}>
        <Switch
          label={t('CLASSIFIERS.CASES')}
          description={t('CLASSIFIERS.CASES_NOTE')}
          disabled={isReadOnly}
          checked={caseLayer !== null}
          onChange={({ currentTarget }) => change(currentTarget.checked ? initialRules : null)}
        />
      </div>
      {caseLayer !== null && (
        <>
          <DecimalInput
            label={t('CLASSIFIERS.CASES_DUE')}
            placeholder={t('CLASSIFIERS.CASES_NO_DUE')}
            min={1}
            max={limits.cases.dueDays}
            clampBehavior="strict"
            allowDecimal={false}
            disabled={isReadOnly}
            value={caseLayer.dueDays ?? ''}
            onChange={(next) => change({ ...caseLayer, dueDays: next === '' ? null : next })}
          />
          <SegmentedControl
            fullWidth
            aria-label={t('CLASSIFIERS.CASES_COUNTED')}
            disabled={isReadOnly || caseLayer.dueDays === null}
            value={caseLayer.days}
            onChange={(next) => change({ ...caseLayer, days: next as CaseRules['days'] })}
            data={(['working', 'calendar'] as const).map((value) => ({
              value,
              label: t(`CLASSIFIERS.CASES_DAYS.${value}`),
            }))}
          />
        </>
      )}
    </>
  );
}
