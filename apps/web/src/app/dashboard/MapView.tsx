import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { onLayoutChange } from '../../ui/layoutChanges.ts';
import classes from './DashboardScreen.module.css';

/** The element that holds the map while the map screen is open. */
export function MapView() {
  const { t, language } = useTexts();
  const map = useMap();
  const isLoading = useStore(map.objectLayers, ({ loadingIds }) => loadingIds.size > 0);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => (container.current ? map.attach(container.current) : undefined), [map]);
  useEffect(() => map.setLanguage(language), [map, language]);
  useEffect(() => onLayoutChange(() => map.layoutChanged()), [map]);
  return (
    <div
      ref={container}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map takes arrow keys, plus, minus and Enter.
      tabIndex={0}
      aria-label={t('MAP.MAP')}
      aria-busy={isLoading}
      className={classes.map}
    />
  );
}
