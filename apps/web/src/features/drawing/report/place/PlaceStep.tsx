import { ActionIcon, Button } from '@mantine/core';
import { formatLength } from '@pgis/geo';
import { IconArrowLeft, IconCurrentLocation, IconMapPin, IconZoomIn } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { useMap } from '../../../../map/index.ts';
import { useStore } from '../../../../store/useStore.ts';
import { showToast } from '../../../../ui/toasts/index.ts';
import { type StoredDraft, useDialogScope, useUnsavedWork } from '../../../../ui/unsaved-work/index.ts';
import { watchOwnPosition } from '../../../map-tools/index.ts';
import { CountedTextInput } from '../../form/CountedTextInput.tsx';
import { fieldLimits } from '../../form/DrawValues.ts';
import { measureSheet } from '../../measureSheet.ts';
import classes from '../../PositionStep.module.css';
import { type LonLat, type TypedAddress, typedAt } from './Place.ts';
import { EXACT_ZOOM, useAddress } from './usePlace.ts';

interface PlaceStepProps {
  /** Address that the user has typed, for the position where they have typed it. */
  readonly typed: TypedAddress | null;
  /** The category hides where it is, so that no address is asked for. */
  readonly isBlurred: boolean;
  /** Called with the position and the address that was typed for it. */
  readonly onUse: (lonLat: LonLat, typed: TypedAddress | null) => void;
  /** The report has content that leaving would lose. */
  readonly isChanged: boolean;
  readonly draft: StoredDraft;
  readonly onBack: () => void;
}

/** The map is moved under a pin; from far away the position cannot be used. */
export function PlaceStep({
  typed: typedBefore,
  isBlurred,
  onUse,
  isChanged,
  draft,
  onBack,
}: PlaceStepProps) {
  const { t, language } = useTexts();
  const map = useMap();
  const center = useStore(map.view, (view) => view?.centerLonLat);
  const isExact = useStore(map.view, (view) => (view?.zoom ?? 0) >= EXACT_ZOOM);
  const address = useAddress(isExact && center ? center : null, { towns: isBlurred });
  const [typed, setTyped] = useState(typedBefore);
  const typedHere = typedAt(typed, center ?? null);
  const [isCorrecting, setCorrecting] = useState(false);
  const hint = address.isNamed
    ? t(address.isAddress ? 'CITIZEN.PLACE.NEAREST' : 'CITIZEN.PLACE.NEAR', {
        distance: formatLength(address.distanceM, language),
      })
    : '';
  useEscape(onBack);
  // Back returns to the form, and leaving the page asks, as in a dialog.
  useDialogScope(onBack, false);
  useUnsavedWork(isChanged, draft);
  return (
    <>
      <svg
        className={classes.pin}
        data-faded={!isExact || undefined}
        viewBox="0 0 36 48"
        width="36"
        height="48"
        aria-hidden="true"
      >
        <ellipse cx="18" cy="45.5" rx="6" ry="2" className={classes.shadow} />
        <path d="M18 45C10 33 2 27 2 17a16 16 0 0 1 32 0c0 10-8 16-16 28z" />
        <circle cx="18" cy="17" r="6.5" />
      </svg>
      <div className={classes.card}>
        <header className={classes.head}>
          <ActionIcon aria-label={t('COMMON.BACK')} onClick={onBack}>
            <IconArrowLeft size={20} />
          </ActionIcon>
          <h2 className={classes.title}>{t('MAP.PLACE.TITLE')}</h2>
        </header>
        <section
          data-map-sheet
          className={classes.sheet}
          aria-label={t('MAP.PLACE.TITLE')}
          tabIndex={-1}
          ref={openSheet}
        >
          <div className={classes.message}>
            <span className={classes.badge} data-warn={!isExact || undefined} aria-hidden="true">
              {isExact ? <IconMapPin size={20} /> : <IconZoomIn size={20} />}
            </span>
            <div role="status">
              <p className={classes.coordinates}>{isExact ? address.name : t('CITIZEN.PLACE.ZOOM_IN')}</p>
              <p className={classes.hint}>
                {isExact ? `${hint} ${t('MAP.PLACE.TEXT')}`.trim() : t('CITIZEN.PLACE.ZOOM_HOW')}
              </p>
            </div>
          </div>
          {isExact && !isBlurred && (
            <AddressField
              nearest={address.name}
              // The name of a street needs no other one, as a rule.
              isOpen={isCorrecting || typedHere !== null || !address.isAddress}
              autoFocus={isCorrecting}
              value={typedHere ?? ''}
              onOpen={() => setCorrecting(true)}
              onChange={(text) => setTyped(text === '' || !center ? null : { text, lonLat: center })}
            />
          )}
          {!isExact && (
            <>
              <ToOwnPosition />
              <Button
                fullWidth
                mb="xs"
                variant="default"
                className={classes.confirm ?? ''}
                leftSection={<IconZoomIn size={20} />}
                onClick={() => center && map.camera.centerOn(center, EXACT_ZOOM)}
              >
                {t('MAP.ZOOM_IN')}
              </Button>
            </>
          )}
          <Button
            fullWidth
            className={classes.confirm ?? ''}
            disabled={!isExact}
            onClick={() => center && onUse(center, typed)}
          >
            {t('MAP.PLACE.CONFIRM')}
          </Button>
        </section>
      </div>
    </>
  );
}

/** The sheet takes the focus of the button that has opened the step. */
const openSheet = (sheet: HTMLElement | null) => {
  sheet?.focus();
  return measureSheet(sheet);
};

interface AddressFieldProps {
  /** Name that the report gets without a typed address. */
  readonly nearest: string;
  readonly isOpen: boolean;
  readonly autoFocus: boolean;
  readonly value: string;
  readonly onOpen: () => void;
  readonly onChange: (text: string) => void;
}

function AddressField({ nearest, isOpen, autoFocus, value, onOpen, onChange }: AddressFieldProps) {
  const { t } = useTexts();
  if (!isOpen) {
    return (
      <Button fullWidth mb="xs" variant="subtle" className={classes.confirm ?? ''} onClick={onOpen}>
        {t('CITIZEN.PLACE.CORRECT')}
      </Button>
    );
  }
  return (
    <CountedTextInput
      mb="sm"
      label={t('MAP.DRAW.ADDRESS')}
      placeholder={nearest}
      autoComplete="off"
      autoFocus={autoFocus}
      limit={fieldLimits.name}
      value={value}
      onChange={onChange}
    />
  );
}

function ToOwnPosition() {
  const { t } = useTexts();
  const map = useMap();
  const stop = useRef<() => void>(() => {});
  useEffect(() => () => stop.current(), []);
  const locate = () => {
    stop.current();
    stop.current = watchOwnPosition({
      onPosition: ({ lonLat: [lon = 0, lat = 0] }) => {
        stop.current();
        map.camera.centerOn([lon, lat], EXACT_ZOOM + 2);
      },
      onProblem: (problem) => showToast({ kind: 'error', message: t(`MAP.PLACE_ERROR.${problem}`) }),
    });
  };
  return (
    <Button
      fullWidth
      mb="xs"
      variant="default"
      className={classes.confirm ?? ''}
      leftSection={<IconCurrentLocation size={20} />}
      onClick={locate}
    >
      {t('CITIZEN.PLACE.TO_DEVICE')}
    </Button>
  );
}

/** Goes back instead of leaving the tool, which would lose the report. */
function useEscape(onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopImmediatePropagation();
      latest.current();
    };
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, []);
}
