import { type Geometry, geometrySizeText } from '@pgis/geo';
import { IconArrowBackUp, IconMagnet, IconMagnetOff } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { WorkBar, type WorkTool } from '../../ui/WorkBar.tsx';
import classes from './DrawingBar.module.css';

const titles = {
  DrawPoint: 'MAP.WORK.DRAWING_POINT',
  DrawLine: 'MAP.WORK.DRAWING_LINE',
  DrawPolygon: 'MAP.WORK.DRAWING_POLYGON',
} as const;
const isDrawing = (action: string): action is keyof typeof titles => Object.hasOwn(titles, action);

/** The bar of an unfinished drawing: its size, undo of the last point, snapping, and an end without a double click. */
export function DrawingBar() {
  const { t } = useTexts();
  const map = useMap();
  const { action, step, placement } = useStore(map.tool);
  const snapTool = useSnapTool();
  // The position step of a phone has its own bar.
  if (!isDrawing(action) || placement === 'centre') return null;
  const hasPoints = action !== 'DrawPoint';
  const undo: WorkTool = {
    label: t('MAP.WORK.UNDO_POINT'),
    icon: <IconArrowBackUp size={20} />,
    isDisabled: step === 'start',
    onClick: () => map.drawing?.undoPoint(),
  };
  return (
    <WorkBar
      title={t(titles[action])}
      tools={hasPoints ? [undo, snapTool] : [snapTool]}
      cancel={{
        label: t('COMMON.CANCEL'),
        onClick: () => (map.drawing && step !== 'start' ? map.drawing.cancel() : map.setTool('SelectObject')),
      }}
      confirm={
        hasPoints
          ? {
              label: t('MAP.WORK.FINISH'),
              isDisabled: step !== 'canFinish',
              onClick: () => map.drawing?.finish(),
            }
          : undefined
      }
    >
      {hasPoints && <SketchSize kind={action === 'DrawLine' ? 'LENGTH' : 'AREA'} />}
    </WorkBar>
  );
}

/** The snapping switch, for drawing and for editing a shape. */
export function useSnapTool(): WorkTool {
  const { t } = useTexts();
  const map = useMap();
  const isOn = useStore(map.isSnapping);
  return {
    label: t('MAP.WORK.SNAP'),
    hint: t('MAP.WORK.SNAP_HINT'),
    icon: isOn ? <IconMagnet size={20} /> : <IconMagnetOff size={20} />,
    isOn,
    onClick: () => map.setSnapping(!isOn),
  };
}

/** Smallest closed ring: three corners and the first one again. */
const MIN_RING = 4;

/** False for a polygon that is still a line. */
const hasSize = (sketch: Geometry | null): sketch is Geometry =>
  sketch !== null && (sketch.type !== 'Polygon' || (sketch.coordinates[0]?.length ?? 0) >= MIN_RING);

function SketchSize({ kind }: { readonly kind: 'LENGTH' | 'AREA' }) {
  const { t, language } = useTexts();
  const map = useMap();
  const sketch = useStore(map.sketch);
  return (
    <span className={classes.size}>
      {t(`MAP.WORK.${kind}`)} <b>{hasSize(sketch) ? geometrySizeText(sketch, language) : '—'}</b>
    </span>
  );
}
