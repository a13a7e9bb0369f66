import { Button, Checkbox, Group, MultiSelect, SegmentedControl, Select } from '@mantine/core';
import {
  type FollowEvent,
  followEvents,
  followLimits,
  type MailRhythm,
  mailRhythms,
  parseMapAddress,
} from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { layerListQuery } from '../../layers/layerQueries.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { Notice } from '../../ui/forms/Notice.tsx';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { LoadFailureNote } from '../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { circleWkt } from './circleWkt.ts';
import { useFollowChanges } from './followQueries.ts';
import { RhythmSelect } from './RhythmSelect.tsx';

const radiiM = [250, 500, 1_000, 2_000, 5_000] as const;

/** The centre of the map, which its address holds; undefined on other pages. */
const readCenter = () => parseMapAddress(window.location.hash.split('?')[1] ?? '').view?.centerLonLat;

interface FollowAreaDialogProps {
  readonly userId: number;
  readonly onClose: () => void;
}

/** Follows layers everywhere or around the centre of the map. */
export function FollowAreaDialog({ userId, onClose }: FollowAreaDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const [center] = useState(readCenter);
  const { data: groups, error: layersError, refetch: readLayers } = useQuery(layerListQuery(userId));
  const { followLayers } = useFollowChanges(userId);
  const [layerIds, setLayerIds] = useState<readonly string[]>([]);
  const [isAround, setAround] = useState(center !== undefined);
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

  const follow = () =>
    followLayers.mutate(
      {
        classIds: layerIds.map(Number),
        areaWkt: isAround && center !== undefined ? circleWkt(center, radiusM) : null,
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
    <DialogFrame onClose={onClose} title={t('FOLLOWS.ADD_TITLE')} size={480} fullScreen={isNarrow}>
      <Group gap="md">
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
          value={isAround ? 'around' : 'everywhere'}
          onChange={(value) => setAround(value === 'around')}
          data={[
            { value: 'around', label: t('FOLLOWS.AROUND'), disabled: center === undefined },
            { value: 'everywhere', label: t('FOLLOWS.EVERYWHERE') },
          ]}
        />
        {isAround && (
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
      </Group>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button
          disabled={layerIds.length === 0 || events.length === 0}
          loading={followLayers.isPending}
          onClick={follow}
        >
          {t('FOLLOWS.FOLLOW')}
        </Button>
      </Group>
    </DialogFrame>
  );
}
