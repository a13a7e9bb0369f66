import type { DrawingPool } from '../../map-images/DrawingPool.ts';
import { joinStrips } from '../../map-images/pngStrips.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { labelText } from '../objects/index.ts';
import { drawingReach } from './drawingReach.ts';
import type { GetMap } from './parseGetMap.ts';
import type { ReadImage } from './readImageJob.ts';

/** Rows of the smallest picture that is worth two readings. */
const LEAST_PX = 128;
/** Objects in so many times the reach of their symbols are read for both halves. */
const LEAST_REACHES = 16;

/** The upper and the lower half of a map. */
function cutInHalves(map: GetMap): readonly [upper: GetMap, lower: GetMap] {
  const { width, height, extent } = map;
  const [minX, minY, maxX, maxY] = extent;
  const rows = Math.ceil(height / 2);
  const y = maxY - ((maxY - minY) * rows) / height;
  return [
    { ...map, width, height: rows, extent: [minX, y, maxX, maxY] },
    { ...map, width, height: height - rows, extent: [minX, minY, maxX, y] },
  ];
}

/** Labels keep clear of each other all over the picture. */
export const canBeHalved = ({ layer }: LayerScope, { format, height, pixelRatio, kinds }: GetMap): boolean =>
  format === 'png' &&
  height >= LEAST_PX &&
  labelText(layer.geomStyle) === undefined &&
  height >= LEAST_REACHES * drawingReach(layer, kinds) * pixelRatio;

interface Halving {
  readonly pool: DrawingPool;
  readonly signal: AbortSignal;
  /** Objects that are worth reading. */
  readonly most: number;
  readonly read: (half: GetMap) => Promise<ReadImage | undefined>;
}

/**
 * A picture whose halves are read, drawn and packed beside each other, each as soon as the database has it. Undefined when
 * there are more objects than `most`.
 */
export async function drawHalves(
  map: GetMap,
  { pool, signal, most, read }: Halving,
): Promise<Uint8Array | undefined> {
  const end = new AbortController();
  const until = AbortSignal.any([signal, end.signal]);
  let count = 0;
  try {
    const strips = await Promise.all(
      cutInHalves(map).map(async (half) => {
        const found = await read(half);
        count += found?.count ?? Infinity;
        if (found === undefined || count > most) throw crowded;
        return await pool.draw({ ...found.job, format: 'strip' }, until);
      }),
    );
    return joinStrips(strips, map.width, map.height);
  } catch (error) {
    // The other half is of no use any more.
    end.abort(error);
    if (error === crowded) return undefined;
    throw error;
  }
}

const crowded = new Error('more objects than one map is drawn from');
