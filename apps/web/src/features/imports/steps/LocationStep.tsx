import { Checkbox, Radio, Skeleton, Stack, Text } from '@mantine/core';
import type { CrsCandidate } from '@pgis/contract';
import { IconMapPinCheck, IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { hasCoordinates, isFar, isTable } from '../draft/importDraft.ts';
import { coordinateSystemsQuery, locationQuery } from '../importQueries.ts';
import classes from '../imports.module.css';
import { SampleMap } from '../map/SampleMap.tsx';
import { AddressChoice } from './AddressChoice.tsx';
import { StepFoot } from './StepFoot.tsx';
import type { StepProps } from './StepProps.ts';

/** A sample of the file on a map, and the coordinate systems that fit best. */
export function LocationStep({ one, inspection, draft, onChange, onGoTo }: StepProps) {
  const { t, language } = useTexts();
  const { candidates, sampleCount, address } = inspection;
  const isReading = one.state === 'reading';
  const isEmpty = isTable(inspection) && !hasCoordinates(inspection);
  const toKm = (distanceM: number) =>
    t('IMPORT.KM', { km: formatNumber(Math.round(distanceM / 1000), language) });
  const location = useQuery(locationQuery(one, draft));
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
              <button type="button" className={classes.link} onClick={() => select(better)}>
                {t('IMPORT.USE_CRS', { name: nameOf(better, t('IMPORT.SWAPPED')) })}
              </button>
            </>
          )}
        </Notice>
      )}
      <div className={classes.location}>
        {data === undefined || isReading ? (
          <Skeleton className={classes.map ?? ''} />
        ) : (
          <SampleMap
            label={t('IMPORT.SAMPLE_ON_MAP')}
            sample={{
              shapes: data.shapes,
              extent: data.extent && toExtent(data.extent),
              mapArea: toExtent(data.mapArea),
              isFar: isAway,
              distance:
                isAway && data.candidate.distanceM !== null ? toKm(data.candidate.distanceM) : undefined,
            }}
          />
        )}
        <Stack gap="md">
          {isTable(inspection) && <AddressChoice {...{ one, inspection, onChange }} />}
          {address === undefined && !isEmpty && (
            <CrsList {...{ draft, sampleCount, candidates }} selected={data?.candidate} onSelect={select} />
          )}
        </Stack>
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
        isLocked={isReading || isEmpty || data === undefined || (isAway && !draft.acceptsFar)}
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
        className={classes.fits ?? ''}
        value={keyOf(draft)}
        onChange={(key) => {
          const one = listed.find((candidate) => keyOf(candidate) === key);
          if (one) onSelect(one);
        }}
      >
        <Stack gap="sm" mt="xs">
          {listed.map((one) => (
            <Radio
              key={keyOf(one)}
              value={keyOf(one)}
              className={classes.candidate ?? ''}
              data-selected={keyOf(one) === keyOf(draft) || undefined}
              label={nameOf(one, t('IMPORT.SWAPPED'))}
              description={
                <>
                  {[one.crs !== 'file' && one.crs, one.isFromFile && t('IMPORT.FROM_FILE')]
                    .filter((text) => text !== false)
                    .join(', ')}
                  <span className={classes.fit} data-far={isFar(one, sampleCount) || undefined}>
                    {isFar(one, sampleCount) ? (
                      <IconMapPinOff size={14} aria-hidden="true" />
                    ) : (
                      <IconMapPinCheck size={14} aria-hidden="true" />
                    )}{' '}
                    {factsOf(one)}
                  </span>
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
