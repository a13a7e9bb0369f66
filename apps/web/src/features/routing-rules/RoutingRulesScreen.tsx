import { Button, Skeleton } from '@mantine/core';
import type { RoutingRule } from '@pgis/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, formatNumber, useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSave } from '../../ui/forms/useSave.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useSession } from '../session/index.ts';
import { ExplainReport } from './ExplainReport.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleRow } from './RuleRow.tsx';
import classes from './routing.module.css';
import { routingRulesQuery, saveRules, toBody } from './routingQueries.ts';
import { useRuleNames } from './useRuleNames.ts';

/** Rules by which new cases get a unit and a person; the first that matches applies. */
export default function RoutingRulesScreen() {
  const { t, language } = useTexts();
  const { user } = useSession();
  const userId = user?.userId ?? null;
  const client = useQueryClient();
  const list = useQuery(routingRulesQuery(userId));
  const { names, layers } = useRuleNames();
  const [edited, setEdited] = useState<RoutingRule | 'new' | null>(null);
  const saving = useSave(saveRules(client, userId), {
    onFailed: (cause) => showToast({ kind: 'error', message: errorText(t, cause) }),
  });
  if (list.isError)
    return (
      <EmptyState
        level={1}
        title={t('ROUTING.NOT_LOADED')}
        text={errorText(t, list.error)}
        actions={<Button onClick={() => void list.refetch()}>{t('COMMON.RETRY')}</Button>}
      />
    );
  if (list.data === undefined)
    return (
      <div className={classes.page}>
        <Skeleton height={320} />
      </div>
    );
  const { rules, version, uncaught } = list.data;
  const saveAll = (changed: readonly RoutingRule[]) => saving.save({ rules: changed.map(toBody), version });
  const move = (index: number, by: -1 | 1) => {
    const other = rules[index + by];
    const rule = rules[index];
    if (rule === undefined || other === undefined) return;
    saveAll(rules.with(index, other).with(index + by, rule));
  };
  const remove = async (rule: RoutingRule, index: number) => {
    const message = t('ROUTING.DELETE', { number: index + 1, count: rule.caught });
    if (await confirm({ message, isDestructive: true })) saveAll(rules.filter(({ id }) => id !== rule.id));
  };
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('MY_PGIS.ROUTING')}</h1>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('ROUTING.ADD')}
        </Button>
      </div>
      <div className={classes.bar}>
        <p className={classes.note}>{t('ROUTING.NOTE')}</p>
        <ExplainReport rules={rules} version={version} />
      </div>
      {layers.length === 0 && <p className={classes.warning}>{t('ROUTING.NO_CASE_LAYERS')}</p>}
      <ol className={classes.list} aria-label={t('MY_PGIS.ROUTING')}>
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            number={index + 1}
            count={rules.length}
            names={names}
            language={language}
            onEdit={() => setEdited(rule)}
            onToggle={(isEnabled) => saveAll(rules.with(index, { ...rule, isEnabled }))}
            onMove={(by) => move(index, by)}
            onDelete={() => void remove(rule, index)}
          />
        ))}
        <li className={classes.rest}>
          <span>{t('ROUTING.EVERYTHING_ELSE')}</span>
          <span>{t('ROUTING.BY_LAYER')}</span>
          <span className={classes.count}>
            {t('ROUTING.CAUGHT', { count: uncaught, number: formatNumber(uncaught, language) })}
          </span>
        </li>
      </ol>
      {edited !== null && (
        <RuleDialog
          rule={edited === 'new' ? null : edited}
          others={rules.map(toBody)}
          version={version}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
