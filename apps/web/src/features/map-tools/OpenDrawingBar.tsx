import { type Geometry, geometrySizeText } from '@pgis/geo';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { WorkBar, type WorkTool } from '../../ui/WorkBar.tsx';
import classes from './DrawingBar.module.css';
import { type DrawingAction, drawingTitles } from './drawingTitles.ts';
import { useSnapTool } from './useSnapTool.tsx';

/** The bar of an unfinished drawing: its size, undo of the last point, snapping, and an end without a double click. */
export default function OpenDrawingBar({ action }: { readonly action: DrawingAction }) {
  const { t } = useTexts();
  const map = useMap();
  const step = useStore(map.tool, (tool) => tool.step);
  const snapTool = useSnapTool();
  const hasPoints = action !== 'DrawPoint';
  const undo: WorkTool = {
    label: t('MAP.WORK.UNDO_POINT'),
    icon: <IconArrowBackUp size={20} />,
    isDisabled: step === 'start',
    onClick: () => map.drawing?.undoPoint(),
  };
  return (
    <WorkBar
      title={t(drawingTitles[action])}
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
