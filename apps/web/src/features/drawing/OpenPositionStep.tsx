import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconMapPin } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { coordinatesText } from '../map-tools/index.ts';
import { useSession } from '../session/index.ts';
import { measureSheet } from './measureSheet.ts';
import classes from './PositionStep.module.css';
import { CitizenReport } from './report/CitizenReport.tsx';
import { sweepDraftPhotos } from './report/outbox/draftPhotos.ts';
import { watchOutbox } from './report/outbox/sendWaiting.ts';
import { EXACT_ZOOM } from './report/place/usePlace.ts';
import { loadReportLayersAhead } from './report/useReportLayers.ts';

// This code loads once the map is quiet: reports of earlier visits that found no network go now.
watchOutbox();
loadReportLayersAhead();
// A browser that stores nothing has no drafts.
sweepDraftPhotos().catch(() => {});

/** Visitors report; users on a phone draw a point in the middle of the map. */
export default function OpenPositionStep() {
  return useSession().isAnonymous ? <CitizenReport /> : <UserPosition />;
}

/** The map is moved under a pin, then the position is confirmed. Covers header and sheet, never the map. */
function UserPosition() {
  const { t, language } = useTexts();
  const map = useMap();
  const center = useStore(map.view, (view) => view?.centerLonLat);
  const isExact = useStore(map.view, (view) => (view?.zoom ?? 0) >= EXACT_ZOOM);
  const cancel = () => map.setTool('SelectObject');
  return (
    <>
      <header className={classes.head}>
        <ActionIcon aria-label={t('COMMON.BACK')} onClick={cancel}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <h2 className={classes.title}>{t('MAP.PLACE.TITLE')}</h2>
        <Button variant="subtle" onClick={cancel}>
          {t('COMMON.CANCEL')}
        </Button>
      </header>
      <svg className={classes.pin} viewBox="0 0 36 48" width="36" height="48" aria-hidden="true">
        <ellipse cx="18" cy="45.5" rx="6" ry="2" className={classes.shadow} />
        <path d="M18 45C10 33 2 27 2 17a16 16 0 0 1 32 0c0 10-8 16-16 28z" />
        <circle cx="18" cy="17" r="6.5" />
      </svg>
      <section ref={measureSheet} className={classes.sheet} data-map-sheet aria-label={t('MAP.PLACE.TITLE')}>
        <div className={classes.message}>
          <span className={classes.badge} aria-hidden="true">
            <IconMapPin size={20} />
          </span>
          <div>
            <p className={classes.coordinates}>{center && coordinatesText(center, { t, language })}</p>
            <p className={classes.hint}>{t(isExact ? 'MAP.PLACE.TEXT' : 'MAP.PLACE.TOO_FAR')}</p>
          </div>
        </div>
        {!isExact && (
          <Button
            fullWidth
            className={classes.confirm ?? ''}
            onClick={() => center && map.camera.centerOn(center, EXACT_ZOOM)}
          >
            {t('MAP.ZOOM_IN')}
          </Button>
        )}
        <Button
          fullWidth
          variant={isExact ? 'filled' : 'default'}
          className={classes.confirm ?? ''}
          onClick={() => map.confirmPosition()}
        >
          {t('MAP.PLACE.CONFIRM')}
        </Button>
      </section>
    </>
  );
}
