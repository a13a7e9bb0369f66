import { Switch } from '@mantine/core';
import { IconPolygon, IconPolygonOff } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { CompactButton } from '../table/CompactButton.tsx';
import { toArea } from './tableFilter.ts';

interface SpatialFilterProps {
  readonly isInView: boolean;
  readonly onInView: (isInView: boolean) => void;
  readonly area: string | null;
  readonly onArea: (area: string | null) => void;
}

/** Filters by the extent in view, or by an area that is drawn on the map. */
export function SpatialFilter({ isInView, onInView, area, onArea }: SpatialFilterProps) {
  const { t } = useTexts();
  const map = useMap();
  const isDrawing = useStore(map.tool, ({ action }) => action === 'DrawPolygon');
  const draw = () =>
    map.askForArea((wkt) => {
      const drawn = toArea(wkt);
      if (drawn === undefined) showToast({ kind: 'error', message: t('TABLE.AREA_TOO_FINE') });
      else onArea(drawn);
    });
  return (
    <>
      <Switch
        size="xs"
        label={t('TABLE.IN_VIEW')}
        checked={isInView}
        onChange={(event) => onInView(event.currentTarget.checked)}
      />
      {area === null ? (
        <CompactButton
          size="xs"
          variant={isDrawing ? 'light' : 'default'}
          icon={<IconPolygon size={14} />}
          label={t('TABLE.DRAW_AREA')}
          onClick={draw}
        />
      ) : (
        <CompactButton
          size="xs"
          variant="light"
          icon={<IconPolygonOff size={14} />}
          label={t('TABLE.CLEAR_AREA')}
          onClick={() => onArea(null)}
        />
      )}
    </>
  );
}
