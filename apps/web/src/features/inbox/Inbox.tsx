import { Button } from '@mantine/core';
import type { Case } from '@pgis/contract';
import { extentsIntersect, toLonLat } from '@pgis/geo';
import { IconList, IconMap2 } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import { layerSwitches, setLayerSwitch } from '../../layers/layerSwitches.ts';
import { useMap } from '../../map/index.ts';
import {
  defaultLocation,
  type InboxLocation,
  parseInboxLocation,
  toInboxSearch,
} from '../../objects/inboxLocation.ts';
import { reviewQueue } from '../../objects/reviewQueue.ts';
import { useReviewObject } from '../../objects/useReviewObject.ts';
import { useStore } from '../../store/useStore.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { openEditDialog } from '../drawing/index.ts';
import { MergeDialog } from '../merging/index.ts';
import { useSelectedObject } from '../object-info/index.ts';
import { useShowObject } from '../objects/index.ts';
import { BulkBar, isMergeable } from './BulkBar.tsx';
import { CaseList } from './CaseList.tsx';
import { FigureChips } from './FigureChips.tsx';
import { InboxFilters } from './InboxFilters.tsx';
import { InboxTabs } from './InboxTabs.tsx';
import classes from './inbox.module.css';
import type { Position } from './inboxQueries.ts';
import { type Cases, useCases } from './useCases.ts';
import { useInboxKeys } from './useInboxKeys.ts';
import { useTicks } from './useTicks.ts';

const noObject = { id: 0, classId: 0 } as const;

interface InboxProps {
  /** The map, beside the list. */
  readonly children: ReactNode;
  /** Shows the panel of the selected object. */
  readonly onShowPanel: () => void;
}

/** The open cases of one's units: list and map beside each other, and the object in the panel. */
export function Inbox({ children, onShowPanel }: InboxProps) {
  const { t } = useTexts();
  const map = useMap();
  const isNarrow = useIsBelow('narrow');
  const [isMapShown, setMapShown] = useState(false);
  const [location, change] = useLocationOfInbox();
  const near = usePosition();
  const read = useCases(location, near);
  const ticks = useTicks();
  const currentId = useStore(map.selection, (key) => key?.id ?? null);
  const { geom } = useSelectedObject();
  const [merging, setMerging] = useState<Merging | null>(null);

  const open = (one: Case) => {
    if (!layerSwitches.get().checkedIds.has(one.classId)) setLayerSwitch(one.classId, true);
    map.setTool('SelectObject');
    map.select({ id: one.id, layerId: one.classId });
    const view = map.view.get();
    const isInView = view !== null && extentsIntersect([one.x, one.y, one.x, one.y], view.extent);
    if (!isInView) map.camera.panTo(toLonLat([one.x, one.y]));
  };
  const step = (by: 1 | -1) => {
    const index = read.cases.findIndex(({ id }) => id === currentId);
    const next = read.cases[index === -1 ? 0 : index + by];
    if (next) open(next);
  };
  const current = read.cases.find(({ id }) => id === currentId);
  const mergeTicked = () => setMerging({ ids: ticks.cases.map(({ id }) => id), subjectId: undefined });
  useNextAfterLeaving(read, { currentId, open });
  useReviewQueue(read.cases, open);
  const review = useReviewObject(geom ?? noObject, { showObject: useShowObject(), opensNext: true });
  useInboxKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => current && ticks.set(current, !ticks.has(current.id)),
    a: () => {
      if (current === undefined) return;
      onShowPanel();
      onceThere('input[data-case-assignee]:not(:disabled)', (field) => field.focus());
    },
    e: () => geom?.canWrite === true && openEditDialog(geom),
    r: () => {
      if (geom?.canWrite !== true) return;
      onShowPanel();
      onceThere('[data-case-reply]', (reply) => (reply.matches('button') ? reply.click() : reply.focus()));
    },
    m: () => {
      if (ticks.cases.length > 0) {
        if (isMergeable(ticks.cases.length)) mergeTicked();
        else showToast({ kind: 'info', message: t('INBOX.MERGE_RANGE') });
      } else if (current?.canEdit === true) setMerging({ ids: [current.id], subjectId: current.id });
    },
    y: () => {
      if (geom?.review === 'waiting' && geom.canWrite && !review.isPending)
        review.mutate({ kind: 'approve' });
    },
    '/': () => document.querySelector<HTMLInputElement>('[data-inbox-search]')?.focus(),
  });

  const hasList = !isNarrow || !isMapShown;
  const isFiltered =
    location.layerId !== null ||
    location.statusId !== null ||
    location.text !== '' ||
    Object.keys(location.figure).length > 0;
  return (
    <div className={classes.inbox} data-list={hasList || undefined}>
      {hasList && (
        <section className={classes.side} aria-label={t('MY_PGIS.INBOX')}>
          <InboxTabs tab={location.tab} counts={read.counts} onChange={(tab) => change({ tab })} />
          <InboxFilters location={location} onChange={change} />
          <FigureChips
            figure={location.figure}
            cases={read.cases}
            onChange={(figure) => change({ figure })}
          />
          {ticks.cases.length > 0 && <BulkBar ticks={ticks} onMerge={mergeTicked} />}
          {read.newCount > 0 && <NewCases read={read} />}
          <CaseList
            read={read}
            currentId={currentId}
            ticks={ticks}
            isFiltered={isFiltered || location.tab !== 'all'}
            onOpen={open}
          />
          <ListFoot read={read} hasKeys={!isNarrow} />
        </section>
      )}
      {(!isNarrow || isMapShown) && children}
      {merging !== null && (
        <Suspense>
          <MergeDialog
            initialIds={merging.ids}
            subjectId={merging.subjectId}
            onClose={() => setMerging(null)}
            onMerged={ticks.clear}
          />
        </Suspense>
      )}
      {isNarrow && (
        <Button
          className={classes.toggle ?? ''}
          size="xs"
          variant="default"
          leftSection={isMapShown ? <IconList size={16} /> : <IconMap2 size={16} />}
          onClick={() => setMapShown(!isMapShown)}
        >
          {t(isMapShown ? 'INBOX.SHOW_LIST' : 'INBOX.SHOW_MAP')}
        </Button>
      )}
    </div>
  );
}

/** Cases that are being merged. */
interface Merging {
  readonly ids: readonly number[];
  /** The case to which further ones are suggested. */
  readonly subjectId: number | undefined;
}

const PANEL_WAIT_MS = 3_000;

/** Acts on an element of the panel once that has loaded it. */
function onceThere(
  selector: string,
  act: (element: HTMLElement) => void,
  until: number = performance.now() + PANEL_WAIT_MS,
): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (element !== null) act(element);
  else if (performance.now() < until) requestAnimationFrame(() => onceThere(selector, act, until));
}

/** Reviews go on in the order of the list: to the next case that waits, else to the one before. */
function useReviewQueue(cases: readonly Case[], open: (one: Case) => void): void {
  useEffect(() => {
    reviewQueue.set((id) => {
      const index = cases.findIndex((one) => one.id === id);
      const next =
        cases.slice(index + 1).find(({ isWaiting }) => isWaiting) ??
        cases.slice(0, index).findLast(({ isWaiting }) => isWaiting);
      return next && (() => open(next));
    });
    return () => reviewQueue.set(null);
  });
}

/** Returns the settings of the list that the address holds, and a function that changes it without a step in the history for each letter. */
function useLocationOfInbox(): readonly [InboxLocation, (changes: Partial<InboxLocation>) => void] {
  const navigate = useNavigate();
  const location = parseInboxLocation(useSearch({ strict: false }));
  const change = (changes: Partial<InboxLocation>) =>
    void navigate({
      to: '.',
      search: toInboxSearch({ ...defaultLocation, ...location, ...changes }),
      replace: changes.tab === undefined,
    });
  return [location, change];
}

/** The centre of the map when the inbox was opened, so that the order `nearest` holds still while one looks around. */
function usePosition(): Position | null {
  const map = useMap();
  const [position, setPosition] = useState<Position | null>(null);
  const center = useStore(map.view, (view) => view?.center ?? null);
  if (position === null && center !== null) setPosition([center[0], center[1]]);
  return position;
}

interface Leaving {
  readonly currentId: number | null;
  readonly open: (one: Case) => void;
}

/** A case that leaves the list, because it was closed or assigned to somebody else, makes room for the next one. */
function useNextAfterLeaving({ cases, isLoaded }: Cases, { currentId, open }: Leaving): void {
  const place = useRef<{ readonly id: number; readonly index: number } | null>(null);
  const index = cases.findIndex(({ id }) => id === currentId);
  const next = currentId !== null && index === -1 && place.current?.id === currentId ? place.current : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each case that leaves.
  useEffect(() => {
    if (index !== -1 && currentId !== null) place.current = { id: currentId, index };
    if (next === null || !isLoaded) return;
    place.current = null;
    const one = cases[Math.min(next.index, cases.length - 1)];
    if (one) open(one);
  }, [index, currentId, isLoaded, cases]);
}

/** New cases never move the list under the hand. */
function NewCases({ read }: { readonly read: Cases }) {
  const { t, language } = useTexts();
  return (
    <button type="button" className={classes.fresh} onClick={read.refetch}>
      {t('INBOX.NEW', { count: read.newCount, number: formatNumber(read.newCount, language) })}
    </button>
  );
}

function ListFoot({ read, hasKeys }: { readonly read: Cases; readonly hasKeys: boolean }) {
  const { t, language } = useTexts();
  return (
    <footer className={classes.foot}>
      <span role="status">
        {read.total !== undefined &&
          t('INBOX.TOTAL', { count: read.total, number: formatNumber(read.total, language) })}
      </span>
      {hasKeys && (
        <span className={classes.keys}>
          {(['J', 'K', 'X', 'A', 'E', 'R', 'M', 'Y'] as const).map((key) => (
            <span key={key}>
              <kbd>{key}</kbd> {t(`INBOX.KEYS.${key}`)}
            </span>
          ))}
        </span>
      )}
    </footer>
  );
}
