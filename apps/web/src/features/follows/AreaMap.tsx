import { Button, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { baseLayersQuery } from '../../layers/layerQueries.ts';
import { chooseStartView } from '../../map/index.ts';
import { AreaPreviewMap, type DrawnArea } from '../../map/preview/index.ts';
import { readSettings } from '../../settings/index.ts';
import { readStored } from '../../storage/index.ts';
import classes from './follows.module.css';

interface AreaMapProps {
  readonly userId: number;
  /** WKT in EPSG:3857; null: none, or none yet. */
  readonly area: string | null;
  readonly isDrawn: boolean;
  /** Text about the drawn area; undefined without one. */
  readonly note: string | undefined;
  readonly isRefused: boolean;
  readonly onDrawn: (area: DrawnArea | null) => void;
}

function startView() {
  const { defaultCenterLonLat, defaultZoom } = readSettings();
  const [lon, lat] = defaultCenterLonLat;
  return chooseStartView({
    lastView: readStored('lastMapView'),
    companyView: { centerLonLat: [lon, lat], zoom: defaultZoom },
  });
}

/** The map beside the form: it shows the area, or draws it. */
export default function AreaMap({ userId, area, isDrawn, note, isRefused, onDrawn }: AreaMapProps) {
  const { t } = useTexts();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const hintId = useId();
  const container = useRef<HTMLDivElement>(null);
  const report = useRef(onDrawn);
  report.current = onDrawn;
  const [map, setMap] = useState<AreaPreviewMap | null>(null);
  const baseLayer = useQuery(baseLayersQuery(userId)).data?.find(({ overlay }) => !overlay);
  useEffect(() => {
    if (container.current === null) return;
    const created = new AreaPreviewMap(container.current, {
      ...{ baseLayer, scheme, view: startView() },
      onDrawn: (drawn) => report.current(drawn),
    });
    setMap(created);
    return () => created.dispose();
  }, [baseLayer, scheme]);
  useEffect(() => (isDrawn ? map?.edit(area) : map?.show(area)), [map, area, isDrawn]);
  return (
    <div className={classes.mapFrame}>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: arrow keys move the map, Enter sets corners. */}
      <div
        ref={container}
        className={classes.map}
        role="application"
        tabIndex={0}
        data-drawing={(isDrawn && area === null) || undefined}
        aria-label={t('FOLLOWS.MAP')}
        aria-describedby={isDrawn ? hintId : undefined}
      />
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above. */}
      {isDrawn && (
        <div className={classes.mapNote} data-refused={isRefused || undefined}>
          <span role="status">{note ?? t('FOLLOWS.DRAW_HINT')}</span>
          <VisuallyHidden id={hintId}>{t('FOLLOWS.DRAW_KEYS')}</VisuallyHidden>
          {area !== null && (
            <Button
              size="compact-xs"
              variant="subtle"
              flex="none"
              onClick={() => {
                onDrawn(null);
                container.current?.focus();
              }}
            >
              {t('FOLLOWS.DRAW_AGAIN')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
