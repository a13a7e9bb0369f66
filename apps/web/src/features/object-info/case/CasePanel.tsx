import type { Geom } from '@pgis/contract';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode, ToggleEvent } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useSession } from '../../session/index.ts';
import CaseStrip from '../CaseStrip.tsx';
import { dataRows } from '../objectRows.ts';
import { CaseHead } from './CaseHead.tsx';
import classes from './CasePanel.module.css';
import { CaseImages } from './images/CaseImages.tsx';
import { ReplyBox } from './reply/ReplyBox.tsx';
import { Timeline } from './timeline/Timeline.tsx';

interface CasePanelProps {
  readonly geom: Geom;
  /** Base data and layer fields. */
  readonly children: ReactNode;
}

/** The opened part would lie below the edge of the panel. */
function showOpened({ currentTarget: part }: ToggleEvent<HTMLDetailsElement>): void {
  if (part.open) part.scrollIntoView({ block: 'start', behavior: 'smooth' });
}

/** The panel of an object of a case layer: what it is about, the work on it, all that has happened, and the answer. */
export default function CasePanel({ geom, children }: CasePanelProps) {
  const { t } = useTexts();
  const { user } = useSession();
  return (
    <div className={classes.panel}>
      <CaseImages geom={geom} />
      <CaseHead geom={geom} />
      {user !== null && <CaseStrip geom={geom} />}
      <Timeline geom={geom} />
      <details className={classes.details} onToggle={showOpened}>
        <summary className={classes.summary}>
          <IconChevronRight size={16} className={classes.chevron ?? ''} aria-hidden="true" />
          {t('CASES.DETAILS')}
          <span className={classes.count}>{t('CASES.FIELD_COUNT', { count: dataRows(geom).length })}</span>
        </summary>
        {children}
      </details>
      {geom.canWrite && <ReplyBox key={geom.id} geom={geom} />}
    </div>
  );
}
