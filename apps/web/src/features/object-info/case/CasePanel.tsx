import type { Geom } from '@pgis/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, Suspense, type ToggleEvent } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { useSession } from '../../session/index.ts';
import { dataRows } from '../objectRows.ts';
import { CaseHead } from './CaseHead.tsx';
import classes from './CasePanel.module.css';
import { CaseImages } from './images/CaseImages.tsx';
import { Timeline } from './timeline/Timeline.tsx';

/** Visitors read cases, and need no code of those who work on them. */
const CaseStrip = lazyPart(() => import('../CaseStrip.tsx'), LoadFailureNote);
const ReplyBox = lazyPart(() => import('./reply/ReplyBox.tsx'), LoadFailureNote);

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
      {user !== null && (
        <Suspense fallback={null}>
          <CaseStrip geom={geom} />
        </Suspense>
      )}
      <Timeline geom={geom} />
      <details className={classes.details} onToggle={showOpened}>
        <summary className={classes.summary}>
          <IconChevronRight size={16} className={classes.chevron ?? ''} aria-hidden="true" />
          {t('CASES.DETAILS')}
          <span className={classes.count}>{t('CASES.FIELD_COUNT', { count: dataRows(geom).length })}</span>
        </summary>
        {children}
      </details>
      {geom.canWrite && (
        <Suspense fallback={null}>
          <ReplyBox key={geom.id} geom={geom} />
        </Suspense>
      )}
    </div>
  );
}
