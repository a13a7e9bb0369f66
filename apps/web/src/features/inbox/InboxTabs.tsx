import { type CaseCounts, type CaseTab, caseTabs } from '@pgis/contract';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import classes from './inbox.module.css';

interface InboxTabsProps {
  readonly tab: CaseTab;
  readonly counts: CaseCounts | undefined;
  readonly onChange: (tab: CaseTab) => void;
}

/** The lists of the inbox with the number of cases in each. */
export function InboxTabs({ tab, counts, onChange }: InboxTabsProps) {
  const { t, language } = useTexts();
  return (
    <nav className={classes.tabs} aria-label={t('INBOX.LISTS')}>
      {caseTabs.map((one) => (
        <button
          key={one}
          type="button"
          className={classes.tab}
          aria-current={one === tab || undefined}
          data-overdue={(one === 'overdue' && (counts?.overdue ?? 0) > 0) || undefined}
          onClick={() => onChange(one)}
        >
          <span className={classes.tabName}>{t(`INBOX.TABS.${one}`)}</span>{' '}
          {counts !== undefined && <b className={classes.count}>{formatNumber(counts[one], language)}</b>}
        </button>
      ))}
    </nav>
  );
}
