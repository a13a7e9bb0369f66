import { idsPerCompany, type RoutingRule } from '@pgis/contract';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { useSession } from '../session/index.ts';
import classes from './routing.module.css';
import { explainQuery } from './routingQueries.ts';

interface ExplainReportProps {
  readonly rules: readonly RoutingRule[];
  readonly version: number;
}

/** Says which rule takes the case with a number such as `1-37`, and why those before it do not. */
export function ExplainReport({ rules, version }: ExplainReportProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const [text, setText] = useState('');
  const [id, setId] = useState<number | null>(null);
  const explained = useQuery(explainQuery(id, version));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const [, running] = /^(?:\d+-)?(\d+)$/.exec(text.trim()) ?? [];
    setId(running === undefined ? null : (user?.companyId ?? 0) * idsPerCompany + Number(running));
  };
  const numberOf = (ruleId: number) => rules.findIndex((rule) => rule.id === ruleId) + 1;
  const { data, error } = explained;
  const taken = data?.takenBy ?? null;
  const before = data?.rules.filter((_, index) => taken === null || index < numberOf(taken) - 1) ?? [];
  return (
    <form className={classes.explain} onSubmit={ask}>
      <TrimmedTextInput
        size="sm"
        aria-label={t('ROUTING.EXPLAIN')}
        placeholder={t('ROUTING.EXPLAIN')}
        leftSection={<IconFlask size={16} />}
        value={text}
        onChange={setText}
      />
      <div role="status" className={classes.explained}>
        {error !== null && <span className={classes.problem}>{errorText(t, error)}</span>}
        {data !== undefined && (
          <>
            <b>
              {taken === null
                ? t('ROUTING.TAKEN_BY_NONE', { name: data.name })
                : t('ROUTING.TAKEN_BY', { name: data.name, number: numberOf(taken) })}
            </b>
            {before.map(({ id: ruleId, isLayerMet, isAreaMet, areWordsMet }) => (
              <span key={ruleId}>
                {t('ROUTING.NOT_MET', {
                  number: numberOf(ruleId),
                  reason: !isLayerMet
                    ? t('ROUTING.REASONS.LAYER')
                    : !isAreaMet
                      ? t('ROUTING.REASONS.AREA')
                      : !areWordsMet
                        ? t('ROUTING.REASONS.WORDS')
                        : t('ROUTING.REASONS.OFF'),
                })}
              </span>
            ))}
          </>
        )}
      </div>
    </form>
  );
}
