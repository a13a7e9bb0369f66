import { Button } from '@mantine/core';
import { type RoutingRuleBody, referenceOf } from '@pgis/contract';
import { IconFlask } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorText, formatDate, useTexts } from '../../i18n/index.ts';
import classes from './routing.module.css';
import { tryRules } from './routingQueries.ts';

/** Reports that are listed by name; the sentence counts all. */
const LISTED = 10;

interface TriedRulesProps {
  readonly rules: readonly RoutingRuleBody[];
  /** Position of the rule that is being edited. */
  readonly index: number;
  readonly isDisabled: boolean;
}

/** Tries the list with the edited rule on the newest 100 cases, and lists those that the rule would catch. */
export function TriedRules({ rules, index, isDisabled }: TriedRulesProps) {
  const { t } = useTexts();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => tryRules(rules) });
  const caught = data?.reports.filter(({ rule }) => rule === index) ?? [];
  return (
    <div className={classes.tried}>
      <Button
        variant="default"
        className={classes.tryButton ?? ''}
        classNames={{ label: classes.tryLabel ?? '' }}
        leftSection={<IconFlask size={16} />}
        loading={isPending}
        disabled={isDisabled}
        onClick={() => mutate()}
      >
        {t('ROUTING.TRY')}
      </Button>
      <div role="status">
        {error !== null && <p className={classes.problem}>{errorText(t, error)}</p>}
        {data !== undefined && (
          <p>{t('ROUTING.WOULD_CATCH', { count: caught.length, total: data.reports.length })}</p>
        )}
      </div>
      {caught.length > 0 && (
        <ul>
          {caught.slice(0, LISTED).map(({ id, name, description, createdAt }) => (
            <li key={id}>
              <span>{referenceOf(id)}</span> {name || description} <time>{formatDate(createdAt)}</time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
