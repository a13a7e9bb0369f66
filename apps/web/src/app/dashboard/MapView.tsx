import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap, useStore } from '../../map/index.ts';
import { onLayoutChange } from '../../ui/layoutChanges.ts';
import classes from './DashboardScreen.module.css';

/** The element the map lives in while the map screen is shown. */
export function MapView() {
  const { t, language } = useTexts();
  const map = useMap();
  const isLoading = useStore(map.objectLayers, ({ loadingIds }) => loadingIds.size > 0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? map.attach(place.current) : undefined), [map]);
  useEffect(() => map.setLanguage(language), [map, language]);
  useEffect(() => onLayoutChange(() => map.layoutChanged()), [map]);
  return (
    <div
      ref={place}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map takes arrow keys, plus, minus and Enter.
      tabIndex={0}
      aria-label={t('MAP.MAP')}
      aria-busy={isLoading}
      className={classes.map}
    />
  );
}
