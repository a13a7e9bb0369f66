import { CELL_PX, layOutGallery, type PlacedCell, toMapGeometry } from '@pgis/cartography/gallery';
import { DrawingPool } from '@pgis/server/map-images/DrawingPool.ts';
import type { ImageJob } from '@pgis/server/map-images/ImageJob.ts';
import sharp from 'sharp';
import { toWkb } from './toWkb.ts';

/** The whole style gallery as the server's images draw it, each cell as a layer of its own; a PNG on white. */
export async function drawServerGallery(): Promise<Buffer> {
  const { width, height, cells } = layOutGallery();
  const pool = new DrawingPool(1);
  try {
    const drawn: { input: Buffer; left: number; top: number }[] = [];
    for (const cell of cells)
      drawn.push({ input: Buffer.from(await pool.draw(toJob(cell))), left: cell.x, top: cell.y });
    const ground = { width, height, channels: 4, background: '#fff' } as const;
    return await sharp({ create: ground }).composite(drawn).png().toBuffer();
  } finally {
    await pool.close();
  }
}

function toJob(cell: PlacedCell): ImageJob {
  const geometries = cell.objects.map(({ geometry }) => toWkb(toMapGeometry(geometry, cell)));
  const parts = geometries.flatMap((wkb) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(wkb.length);
    return [length, wkb];
  });
  return {
    crs: 'EPSG:3857',
    extent: [cell.x, -cell.y - CELL_PX.height, cell.x + CELL_PX.width, -cell.y],
    ...CELL_PX,
    pixelRatio: 1,
    background: undefined,
    format: 'png',
    geomStyle: JSON.stringify(cell.style),
    zIndex: 0,
    // A buffer of its own: it is handed over to the worker.
    geometries: new Uint8Array(Buffer.concat(parts)),
    data: cell.objects.map(({ data }) => JSON.stringify(data ?? {})),
    labels: cell.objects.map(({ label }) => label ?? ''),
  };
}
