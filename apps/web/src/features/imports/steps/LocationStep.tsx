import { Anchor, Checkbox, Radio, Skeleton, Stack, Text, useComputedColorScheme } from '@mantine/core';
import type { CrsCandidate } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { baseLayersQuery } from '../../../layers/layerQueries.ts';
import { type Sample, SamplePreviewMap } from '../../../map/preview/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { useSession } from '../../session/index.ts';
import { isFar } from '../draft/importDraft.ts';
import { coordinateSystemsQuery, locationQuery } from '../importQueries.ts';
import classes from '../imports.module.css';
import { StepFoot } from './StepFoot.tsx';
import type { StepProps } from './StepProps.ts';

/** A sample of the file on a map, and the coordinate systems that fit best. */
export function LocationStep({ one, inspection, draft, onChange, onGoTo }: StepProps) {
  const { t } = useTexts();
  const { candidates, sampleCount } = inspection;
  const location = useQuery(locationQuery(one.id, draft.crs, draft.isSwapped));
  const { data } = location;
  const isAway = data !== undefined && isFar(data.candidate, sampleCount);
  const better = candidates.find((candidate) => !isFar(candidate, sampleCount));
  const select = ({ crs, isSwapped }: Pick<CrsCandidate, 'crs' | 'isSwapped'>) =>
    onChange({ crs, isSwapped, acceptsFar: false });
  return (
    <div className={classes.body}>
      {location.isError && <Notice tone="err">{errorText(t, location.error)}</Notice>}
      {isAway && (
        <Notice tone="warn" title={t('IMPORT.FAR')}>
          {better === undefined ? (
            t('IMPORT.FAR_TEXT')
          ) : (
            <>
              {t('IMPORT.FAR_BETTER')}{' '}
              <Anchor component="button" type="button" onClick={() => select(better)}>
                {t('IMPORT.USE_CRS', { name: nameOf(better, t('IMPORT.SWAPPED')) })}
              </Anchor>
            </>
          )}
        </Notice>
      )}
      <div className={classes.location}>
        {data === undefined ? (
          <Skeleton className={classes.map ?? ''} />
        ) : (
          <SampleMap
            sample={{
              shapes: data.shapes,
              extent: data.extent && toExtent(data.extent),
              mapArea: toExtent(data.mapArea),
              isFar: isAway,
            }}
          />
        )}
        <CrsList {...{ draft, sampleCount, candidates }} selected={data?.candidate} onSelect={select} />
      </div>
      <StepFoot
        note={
          isAway && (
            <Checkbox
              label={t('IMPORT.IMPORT_ANYWAY')}
              checked={draft.acceptsFar}
              onChange={({ currentTarget: { checked } }) => onChange({ acceptsFar: checked })}
            />
          )
        }
        onBack={() => onGoTo('fields')}
        nextText={t('IMPORT.NEXT_DESTINATION')}
        isLocked={data === undefined || (isAway && !draft.acceptsFar)}
        onNext={() => onGoTo('destination')}
      />
    </div>
  );
}

const nameOf = ({ name, isSwapped }: Pick<CrsCandidate, 'name' | 'isSwapped'>, swapped: string): string =>
  isSwapped ? `${name}, ${swapped}` : name;

const toExtent = ({ minx, miny, maxx, maxy }: { minx: number; miny: number; maxx: number; maxy: number }) =>
  [minx, miny, maxx, maxy] as [number, number, number, number];

interface CrsListProps extends Pick<StepProps, 'draft'> {
  readonly candidates: readonly CrsCandidate[];
  readonly sampleCount: number;
  readonly selected: CrsCandidate | undefined;
  readonly onSelect: (one: Pick<CrsCandidate, 'crs' | 'isSwapped'>) => void;
}

function CrsList({ draft, candidates, sampleCount, selected, onSelect }: CrsListProps) {
  const { t, language } = useTexts();
  const [text, setText] = useState('');
  const { data: found = [] } = useQuery(coordinateSystemsQuery(text.trim()));
  const keyOf = ({ crs, isSwapped }: Pick<CrsCandidate, 'crs' | 'isSwapped'>) => `${crs} ${isSwapped}`;
  const listed =
    selected === undefined || candidates.some((one) => keyOf(one) === keyOf(selected))
      ? candidates
      : [selected, ...candidates];
  const factsOf = ({ inside, distanceM }: CrsCandidate) => {
    if (inside > 0) return t('IMPORT.INSIDE', { number: formatNumber(inside, language), total: sampleCount });
    return distanceM === null
      ? t('IMPORT.OFF_WORLD')
      : t('IMPORT.DISTANCE', { km: formatNumber(Math.round(distanceM / 1000), language) });
  };
  return (
    <Stack gap="sm">
      <TrimmedTextInput
        label={t('IMPORT.CRS')}
        placeholder={t('IMPORT.CRS_SEARCH')}
        value={text}
        onChange={setText}
        data-autofocus
      />
      {found.length > 0 && (
        <ul className={classes.found} aria-label={t('IMPORT.CRS_FOUND')}>
          {found.map(({ crs, name }) => (
            <li key={crs}>
              <button
                type="button"
                onClick={() => {
                  setText('');
                  onSelect({ crs, isSwapped: false });
                }}
              >
                {name} <small>{crs}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Radio.Group
        label={t('IMPORT.BEST_FITS')}
        value={keyOf(draft)}
        onChange={(key) => {
          const one = listed.find((candidate) => keyOf(candidate) === key);
          if (one) onSelect(one);
        }}
      >
        <Stack gap="xs" mt="xs">
          {listed.map((one) => (
            <Radio
              key={keyOf(one)}
              value={keyOf(one)}
              label={nameOf(one, t('IMPORT.SWAPPED'))}
              description={
                <>
                  {one.crs === 'file' ? '' : one.crs}
                  {one.isFromFile && ` ${t('IMPORT.FROM_FILE')}`} · {factsOf(one)}
                </>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="xs">{t('IMPORT.MAP_AREA_HINT')}</Text>
    </Stack>
  );
}

function SampleMap({ sample }: { readonly sample: Sample }) {
  const { t } = useTexts();
  const { user } = useSession();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<SamplePreviewMap | null>(null);
  const layers = useQuery(baseLayersQuery(user?.userId ?? null)).data;
  const baseLayer = layers?.find(({ overlay }) => !overlay);
  useEffect(() => {
    if (container.current === null) return;
    const created = new SamplePreviewMap(container.current, { baseLayer, scheme });
    setMap(created);
    return () => created.dispose();
  }, [baseLayer, scheme]);
  const { shapes, isFar: isAway } = sample;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the extents change with the shapes.
  useEffect(() => map?.show(sample), [map, shapes, isAway]);
  return <div ref={container} className={classes.map} role="img" aria-label={t('IMPORT.SAMPLE_ON_MAP')} />;
}
