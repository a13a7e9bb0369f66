import { expect, it } from 'vitest';
import type { ImageJob } from '../job/ImageJob.ts';
import { drawHeat } from './drawHeat.ts';

it('draws nothing where the heat is no number', () => {
  const job = { crs: 'EPSG:3857', extent: [0, 0, 100, 100], width: 4, height: 4, background: undefined };
  const heat = { zoom: 10, radiusPx: 28, colors: 'YlOrRd', cells: new Float64Array(), many: 0 } as const;
  expect(drawHeat(job as unknown as ImageJob, heat).pixels.every((value) => value === 0)).toBe(true);
});
