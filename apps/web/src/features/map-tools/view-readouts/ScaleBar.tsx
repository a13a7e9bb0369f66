import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import classes from './ScaleBar.module.css';
import { scaleBar } from './scaleBar.ts';
import { scaleText } from './scaleText.ts';

const MAX_PX = 120;

export function ScaleBar() {
  const { language, t } = useTexts();
  const map = useMap();
  const view = useStore(map.view);
  if (view === null) return null;
  const { lengthM, widthPx } = scaleBar(view.resolution, { latitude: view.centerLonLat[1], maxPx: MAX_PX });
  return (
    <div className={classes.scale} style={{ width: widthPx }}>
      <span className="visually-hidden">{t('MAP.SCALE')} </span>
      {scaleText(lengthM, language)}
    </div>
  );
}
