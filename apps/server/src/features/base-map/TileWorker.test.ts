import { afterEach, expect, it } from 'vitest';
import type { BaseMapTile } from './TileView.ts';
import { TileWorker } from './TileWorker.ts';

const sea: BaseMapTile = { z: 10, x: 579, y: 310, scheme: 'light', pixelRatio: 1 };
const open: TileWorker[] = [];
const startWorker = (maxWaiting: number): TileWorker => {
  const worker = new TileWorker({ maxWaiting });
  open.push(worker);
  return worker;
};
afterEach(() => Promise.all(open.splice(0).map((worker) => worker.close())));

it('refuses what the line has no place for, and draws the rest', async () => {
  const worker = startWorker(2);
  const results = await Promise.allSettled([1, 2, 3, 4].map((dx) => worker.draw({ ...sea, x: sea.x + dx })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(results[3]).toMatchObject({ reason: { code: 'IMAGE_QUEUE_FULL' } });
  await expect(worker.draw(sea)).resolves.toBeInstanceOf(Buffer);
});

it('goes on after a tile that cannot be drawn', async () => {
  const worker = startWorker(5);
  const broken = worker.draw({ ...sea, scheme: 'pink' as BaseMapTile['scheme'] });
  const good = worker.draw(sea);
  await expect(broken).rejects.toThrow('Drawing a tile of the base map failed');
  await expect(good).resolves.toBeInstanceOf(Buffer);
});

it('lets nobody wait for ever when it is closed', async () => {
  const worker = startWorker(5);
  const results = Promise.allSettled([worker.draw(sea), worker.draw(sea)]);
  await worker.close();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(worker.draw(sea)).rejects.toMatchObject({ code: 'OVERLOADED' });
});
