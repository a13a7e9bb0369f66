import { useComputedColorScheme } from '@mantine/core';
import { type CaseReport, type CaseScope, caseFigureLists as lists } from '@pgis/contract';
import { IconMap2, IconMinus, IconPlus, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { baseLayersQuery } from '../../../layers/layerQueries.ts';
import { HotSpotMap } from '../../../map/preview/index.ts';
import { toInboxHref } from '../../../objects/inboxLocation.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useSession } from '../../session/index.ts';
import classes from './casework.module.css';
import { toHeatClasses } from './chartScale.ts';

/** Hexagons that the list below the map names. */
const RANKED = 5;

type Cell = CaseReport['cells'][number];

const keyOf = ({ column, row }: Cell): string => `${column} ${row}`;

interface HotSpotsProps {
  readonly report: Pick<CaseReport, 'cells' | 'cellWidthM'>;
  readonly scope: CaseScope;
}

/** Open cases on the map as hexagons with counts; the table has the links of all of them for the keyboard. */
export function HotSpots({ report: { cells, cellWidthM }, scope }: HotSpotsProps) {
  const { t, language } = useTexts();
  const [isTable, setTable] = useState(false);
  const number = (value: number) => formatNumber(value, language);
  const nameOf = ({ name }: Cell) => (name === '' ? t('CASEWORK.NO_ADDRESS') : name);
  const [low, middle] = toHeatClasses(cells[0]?.open ?? 0);
  const ranked = cells.slice(0, RANKED);
  const hrefs = cells.map((cell) => toInboxHref(language, lists.cell(scope, cell, cellWidthM)));
  const described = ranked.map((cell) => `${nameOf(cell)} ${number(cell.open)}`).join(', ');
  return (
    <section className={classes.card} data-spots aria-labelledby="casework-spots">
      <div className={classes.cardHead}>
        <h2 id="casework-spots">{t('CASEWORK.HOT_SPOTS')}</h2>
        <small>{t('CASEWORK.OPEN_CASES')}</small>
        <a className={classes.onMap} href={toInboxHref(language, lists.open(scope))}>
          <IconMap2 size={14} aria-hidden="true" /> {t('CASEWORK.ON_MAP')}
        </a>
        <IconButton
          className={classes.toggle ?? ''}
          label={t('CASEWORK.AS_TABLE')}
          aria-pressed={isTable}
          variant={isTable ? 'light' : 'subtle'}
          onClick={() => setTable(!isTable)}
        >
          <IconTable size={16} />
        </IconButton>
      </div>
      {isTable ? (
        <div className={classes.spotTable}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('CASEWORK.PLACE')}</th>
                <th scope="col">{t('CASEWORK.OPEN')}</th>
                <th scope="col">{t('CASEWORK.OVERDUE')}</th>
              </tr>
            </thead>
            <tbody>
              {cells.map((cell, index) => (
                <tr key={keyOf(cell)}>
                  <th scope="row">
                    <a href={hrefs[index]}>{nameOf(cell)}</a>
                  </th>
                  <td>{number(cell.open)}</td>
                  <td>{number(cell.overdue)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <>
          <div className={classes.mapBox}>
            <SpotsMap
              cells={cells}
              hrefs={hrefs}
              widthM={cellWidthM}
              classEnds={[low, middle]}
              label={`${t('CASEWORK.HOT_SPOTS')}: ${described}`}
            />
            {cells.length > 0 && (
              <div className={classes.heatLegend}>
                <span data-heat="0">{low === 1 ? '1' : `1–${number(low)}`}</span>
                <span data-heat="1">
                  {low + 1 === middle ? number(middle) : `${number(low + 1)}–${number(middle)}`}
                </span>
                <span data-heat="2">{t('CASEWORK.OR_MORE', { number: number(middle + 1) })}</span>
              </div>
            )}
          </div>
          <ol className={classes.ranked}>
            {ranked.map((cell, index) => (
              <li key={keyOf(cell)}>
                <a className={classes.spot} href={hrefs[index]}>
                  {nameOf(cell)}
                </a>
                {cell.overdue > 0 && (
                  <span className={classes.late}>
                    {t('CASEWORK.N_OVERDUE', { number: number(cell.overdue) })}
                  </span>
                )}
                <b>{number(cell.open)}</b>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

interface SpotsMapProps {
  readonly cells: CaseReport['cells'];
  readonly hrefs: readonly string[];
  readonly widthM: number;
  readonly classEnds: readonly [number, number];
  readonly label: string;
}

function SpotsMap({ cells, hrefs, widthM, classEnds, label }: SpotsMapProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<HotSpotMap | null>(null);
  const layers = useQuery(baseLayersQuery(user?.userId ?? null)).data;
  const baseLayer = layers?.find(({ overlay }) => !overlay);
  useEffect(() => {
    if (container.current === null) return;
    const created = new HotSpotMap(container.current, { baseLayer, scheme });
    setMap(created);
    return () => created.dispose();
  }, [baseLayer, scheme]);
  const drawn = JSON.stringify({ cells, hrefs, widthM, classEnds });
  useEffect(() => {
    const shown: Omit<SpotsMapProps, 'label'> = JSON.parse(drawn);
    map?.show({
      widthM: shown.widthM,
      classEnds: shown.classEnds,
      spots: shown.cells.map(({ x, y, open }, index) => ({
        x,
        y,
        count: open,
        href: shown.hrefs[index] ?? '',
      })),
    });
  }, [map, drawn]);
  return (
    <>
      <div ref={container} className={classes.map} role="img" aria-label={label} />
      <div className={classes.zoom}>
        <IconButton label={t('MAP.ZOOM_IN')} variant="default" onClick={() => map?.zoomBy(1)}>
          <IconPlus size={16} />
        </IconButton>
        <IconButton label={t('MAP.ZOOM_OUT')} variant="default" onClick={() => map?.zoomBy(-1)}>
          <IconMinus size={16} />
        </IconButton>
      </div>
    </>
  );
}
