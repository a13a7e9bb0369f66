import { Button, Checkbox, Group, MultiSelect, SegmentedControl, Select, Skeleton } from '@mantine/core';
import {
  type FollowEvent,
  followEvents,
  followLimits,
  type MailRhythm,
  mailRhythms,
  parseMapAddress,
} from '@pgis/contract';
import { formatArea, measureAreaM2, parseWkt } from '@pgis/geo';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { layerListQuery } from '../../layers/layerQueries.ts';
import type { DrawnArea } from '../../map/preview/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { Notice } from '../../ui/forms/Notice.tsx';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { circleWkt } from './circleWkt.ts';
import { useFollowChanges } from './followQueries.ts';
import classes from './follows.module.css';
import { RhythmSelect } from './RhythmSelect.tsx';

/** Drawing needs the map, and following everywhere does not. */
const AreaMap = lazyPart(() => import('./AreaMap.tsx'), LoadFailureNote);

const wheres = ['around', 'drawn', 'everywhere'] as const;
type Where = (typeof wheres)[number];

const radiiM = [250, 500, 1_000, 2_000, 5_000] as const;

/** The centre of the map, which its address holds; undefined on other pages. */
const readCenter = () => parseMapAddress(window.location.hash.split('?')[1] ?? '').view?.centerLonLat;

const MAX_AREA_M2 = followLimits.areaKm2 * 1_000_000;

/** The text that says why the server would refuse an area; undefined for one that it takes. */
function refusalOf({ wkt, isCrossing }: DrawnArea, areaM2: number) {
  if (isCrossing) return 'FOLLOWS.AREA_CROSSING';
  if (areaM2 > MAX_AREA_M2) return 'FOLLOWS.AREA_TOO_LARGE';
  return wkt.length > followLimits.areaLength ? 'TABLE.AREA_TOO_FINE' : undefined;
}

const sizeOf = (wkt: string): number => {
  const parsed = parseWkt(wkt);
  return parsed.ok ? measureAreaM2(parsed.geometry) : 0;
};

interface FollowAreaDialogProps {
  readonly userId: number;
  readonly onClose: () => void;
}

/** Follows layers everywhere, around the centre of the map, or in an area that is drawn. */
export function FollowAreaDialog({ userId, onClose }: FollowAreaDialogProps) {
  const { t, language } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const [center] = useState(readCenter);
  const { data: groups, error: layersError, refetch: readLayers } = useQuery(layerListQuery(userId));
  const { followLayers } = useFollowChanges(userId);
  const [layerIds, setLayerIds] = useState<readonly string[]>([]);
  const [where, setWhere] = useState<Where>(center === undefined ? 'everywhere' : 'around');
  const [drawn, setDrawn] = useState<DrawnArea | null>(null);
  const [radiusM, setRadiusM] = useState<number>(radiiM[1]);
  const [events, setEvents] = useState<readonly FollowEvent[]>(['added', 'status']);
  const [mail, setMail] = useState<MailRhythm>('daily');
  const [name, setName] = useState('');
  const toggle = (event: FollowEvent) =>
    setEvents(followEvents.filter((one) => (one === event) !== events.includes(one)));
  const radiusText = (metres: number) =>
    metres < 1_000
      ? t('FOLLOWS.RADIUS_M', { number: metres })
      : t('FOLLOWS.RADIUS_KM', { number: metres / 1_000 });

  const circle = center === undefined ? null : circleWkt(center, radiusM);
  const area = { around: circle, drawn: drawn?.wkt ?? null, everywhere: null }[where];
  const drawnM2 = drawn === null ? 0 : sizeOf(drawn.wkt);
  const refusal = drawn === null ? undefined : refusalOf(drawn, drawnM2);
  const refusalText = refusal && t(refusal, { limit: formatArea(MAX_AREA_M2, language) });
  const canFollow =
    layerIds.length > 0 &&
    events.length > 0 &&
    (where !== 'drawn' || (drawn !== null && refusal === undefined));

  const follow = () =>
    followLayers.mutate(
      {
        classIds: layerIds.map(Number),
        areaWkt: area,
        name,
        events: [...events],
        mail,
      },
      {
        onSuccess: () => {
          showToast({ kind: 'success', message: t('FOLLOWS.FOLLOWED') });
          onClose();
        },
      },
    );

  return (
    <DialogFrame onClose={onClose} title={t('FOLLOWS.ADD_TITLE')} size={920} fullScreen={isNarrow}>
      <div className={classes.columns} data-narrow={isNarrow || undefined}>
        <div className={classes.form}>
          <MultiSelect
            data-autofocus
            w="100%"
            label={t('FOLLOWS.LAYERS')}
            searchable
            placeholder={groups === undefined && layersError === null ? t('COMMON.LOADING') : ''}
            maxValues={followLimits.layers}
            data={(groups ?? []).map((group) => ({
              group: group.name,
              // A view shows objects of another layer, which is the one to follow.
              items: group.childClassifiers
                .filter(({ sourceId }) => sourceId === null)
                .map((layer) => ({ value: String(layer.id), label: layer.name })),
            }))}
            value={[...layerIds]}
            onChange={setLayerIds}
          />
          {groups === undefined && layersError !== null && (
            <LoadFailureNote error={layersError} onRetry={() => void readLayers()} />
          )}
          <SegmentedControl
            w="100%"
            aria-label={t('FOLLOWS.WHERE')}
            value={where}
            onChange={(value) => setWhere(wheres.find((one) => one === value) ?? 'everywhere')}
            data={[
              { value: 'around', label: t('FOLLOWS.AROUND'), disabled: center === undefined },
              { value: 'drawn', label: t('FOLLOWS.DRAWN') },
              { value: 'everywhere', label: t('FOLLOWS.EVERYWHERE') },
            ]}
          />
          {where === 'around' && (
            <Select
              w="100%"
              label={t('FOLLOWS.RADIUS')}
              allowDeselect={false}
              data={radiiM.map((metres) => ({ value: String(metres), label: radiusText(metres) }))}
              value={String(radiusM)}
              onChange={(value) => setRadiusM(Number(value))}
            />
          )}
          <Checkbox.Group w="100%" label={t('FOLLOWS.TELL_ME_ABOUT')} value={[...events]}>
            <Group mt={6}>
              {followEvents.map((event) => (
                <Checkbox
                  key={event}
                  value={event}
                  label={t(`FOLLOWS.EVENTS.${event}`)}
                  onChange={() => toggle(event)}
                />
              ))}
            </Group>
          </Checkbox.Group>
          <div style={{ width: '100%' }}>
            <RhythmSelect label={t('FOLLOWS.HOW')} rhythms={mailRhythms} value={mail} onChange={setMail} />
          </div>
          <TrimmedTextInput
            w="100%"
            label={t('FOLLOWS.NAME')}
            maxLength={followLimits.nameLength}
            value={name}
            onChange={setName}
          />
          {followLayers.error !== null && <Notice tone="err">{errorText(t, followLayers.error)}</Notice>}
        </div>
        {(where !== 'everywhere' || !isNarrow) && (
          <Suspense fallback={<Skeleton height={260} />}>
            <AreaMap
              userId={userId}
              area={area}
              isDrawn={where === 'drawn'}
              note={
                drawn === null
                  ? undefined
                  : `${formatArea(drawnM2, language)} · ${refusalText ?? t('FOLLOWS.DRAG_CORNER')}`
              }
              isRefused={refusal !== undefined}
              onDrawn={setDrawn}
            />
          </Suspense>
        )}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button disabled={!canFollow} loading={followLayers.isPending} onClick={follow}>
          {t('FOLLOWS.FOLLOW')}
        </Button>
      </Group>
    </DialogFrame>
  );
}
