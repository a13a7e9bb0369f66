import { afterEach, expect, it } from 'vitest';
import { BaseMapPool } from './BaseMapPool.ts';
import type { BaseMapTile } from './draw/createTileDrawer.ts';

const sea: BaseMapTile = {
  ...{ z: 10, x: 579, y: 310, scheme: 'light', pixelRatio: 1, sizePx: 256, part: 'whole' },
};
const open: BaseMapPool[] = [];
const openPool = (maxQueued: number): BaseMapPool => {
  const pool = new BaseMapPool({ maxQueued });
  open.push(pool);
  return pool;
};
afterEach(() => Promise.all(open.splice(0).map((pool) => pool.close())));

it('rejects tiles beyond the queue limit and draws the others', async () => {
  const pool = openPool(2);
  const results = await Promise.allSettled([1, 2, 3, 4].map((dx) => pool.draw({ ...sea, x: sea.x + dx })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(results[3]).toMatchObject({ reason: { code: 'IMAGE_QUEUE_FULL' } });
  await expect(pool.draw(sea)).resolves.toBeInstanceOf(Buffer);
});

it('continues after a tile that cannot be drawn', async () => {
  const pool = openPool(5);
  const broken = pool.draw({ ...sea, scheme: 'pink' as BaseMapTile['scheme'] });
  const good = pool.draw(sea);
  await expect(broken).rejects.toThrow('Drawing a tile of the base map failed');
  await expect(good).resolves.toBeInstanceOf(Buffer);
});

it('rejects waiting tiles when it is closed', async () => {
  const pool = openPool(5);
  const results = Promise.allSettled([pool.draw(sea), pool.draw(sea)]);
  await pool.close();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(pool.draw(sea)).rejects.toMatchObject({ code: 'OVERLOADED' });
});
