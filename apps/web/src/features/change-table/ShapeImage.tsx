import { type Extent, parseWkt } from '@pgis/geo';
import { useTexts } from '../../i18n/index.ts';
import classes from './changes.module.css';
import { type ShapePath, toShapePaths } from './shapePaths.ts';

const WIDTH = 220;
const HEIGHT = 140;

interface ShapeImageProps {
  readonly old: string | undefined;
  readonly now: string | undefined;
}

/** Both shapes in one image: the old one dashed and grey, the new one in the accent colour. */
export function ShapeImage({ old, now }: ShapeImageProps) {
  const { t } = useTexts();
  const parsed = [old, now].map((wkt) => (wkt === undefined ? undefined : parseWkt(wkt)));
  const shapes = parsed.map((shape) => (shape?.ok ? shape : undefined));
  const extents = shapes.flatMap((shape): Extent[] => (shape === undefined ? [] : [shape.extent3857]));
  if (extents.length === 0) return null;
  const [before, after] = shapes.map((shape) =>
    shape === undefined ? [] : toShapePaths(shape.geometry, extents, { width: WIDTH, height: HEIGHT }),
  );
  return (
    <svg
      className={classes.image}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={t('LOG.SHAPE_PICTURE')}
    >
      <Paths paths={before ?? []} className={classes.before ?? ''} />
      <Paths paths={after ?? []} className={classes.after ?? ''} />
    </svg>
  );
}

function Paths({ paths, className }: { readonly paths: readonly ShapePath[]; readonly className: string }) {
  return (
    <g className={className}>
      {paths.map((path) =>
        path.kind === 'point' ? (
          <circle key={`${path.x} ${path.y}`} cx={path.x} cy={path.y} r={5} />
        ) : (
          <path key={path.d} d={path.d} data-area={path.kind === 'area' || undefined} />
        ),
      )}
    </g>
  );
}
