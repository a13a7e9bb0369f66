import type { Geom } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HoveredObject } from '../../map/index.ts';
import { aGeom } from '../../testing/aGeom.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { findPopupText } from './findPopupText.ts';
import PopupCard from './PopupCard.tsx';
import { useHoveredObject } from './useHoveredObject.ts';

const server = startFakeServer();
const { id } = aGeom();
const hovered: HoveredObject = { id, layerId: 11, anchor: [100, 100], gapPx: 12 };

beforeEach(() => {
  localStorage.clear();
  server.reset();
});
afterEach(cleanup);

async function rest(geom: Partial<Geom> = {}, images: readonly string[] = []) {
  server.on(`GET /api/v1/geoms/${id}`, () => ({ body: aGeom(geom) }));
  server.on(`GET /api/v1/geom-files/images/${id}`, () => ({ body: images }));
  server.on('GET /api/v1/classifiers/3', () => ({ body: [] }));
  // jsdom lays nothing out, so the popup is never placed and so never visible.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
  return renderOnMap(
    <>
      <PopupCard hovered={hovered} />
      <Arrival />
    </>,
  );
}

/** Shows that the answer has been rendered, also when the popup shows nothing. */
function Arrival() {
  return useHoveredObject(hovered) && <output>The object has arrived</output>;
}

const popup = () => screen.findByRole('tooltip');
const arrived = () => screen.findByText('The object has arrived');

test('POP-03: the popup shows id, name and description', async () => {
  await rest();
  const text = (await popup()).textContent;
  for (const part of [String(id), 'Spilves pļavas, Rīga', 'Meadow under water']) expect(text).toContain(part);
});

test.each([
  [{ description: 'Old pines', valdosaSugaNosaukums: 'Priede' }, 'Old pines'],
  [{ description: ' ', valdosaSugaNosaukums: 'Priede' }, 'Priede'],
  [{ description: '', valdosaSugaNosaukums: ' ' }, undefined],
  [{ description: '' }, undefined],
])('POP-03: of %j the popup says %j', (geom, text) => {
  expect(findPopupText(geom)).toBe(text);
});

test('POP-04: each extra data entry is shown', async () => {
  await rest();
  const box = within(await popup());
  expect(box.getAllByRole('term').map((one) => one.textContent)).toEqual(['kadastrs', 'depth']);
  expect(box.getAllByRole('definition').map((one) => one.textContent)).toEqual(['01000970215', '35']);
});

test('POP-05: the latest comment and its status are shown, and --- where there is none', async () => {
  await rest();
  expect((await popup()).textContent).toContain('Latest comment: Culvert openedStatus: In progress');
  expect(screen.getByText('Status:').className).toBe('visually-hidden');
  cleanup();
  server.reset();
  await rest({ latestComment: null });
  expect((await popup()).textContent).toContain('Latest comment: ---Status: ---');
  // Of a dash the name is visible.
  expect(screen.getByText('Status:').className).not.toBe('visually-hidden');
});

test.each([
  [1, 1, null],
  [3, 3, null],
  [4, 3, '+1'],
  [12, 3, '+9'],
])('POP-02: of %i images %i are shown, and %j', async (count, displayed, more) => {
  await rest(
    {},
    Array.from({ length: count }, (_, index) => `/picture/${index}`),
  );
  const box = await popup();
  await waitFor(() => expect(box.querySelectorAll('img')).toHaveLength(displayed));
  expect(within(box).queryByText(/^\+\d+$/)?.textContent ?? null).toBe(more);
});

test('POP-09: an object without an id shows no popup', async () => {
  await rest({ id: undefined as unknown as number });
  await arrived();
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
});

test('POP-10: without a description and a forest-stand name there is no popup', async () => {
  await rest({ description: '' });
  await arrived();
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
});

test('what objects say is text and never HTML', async () => {
  const mischief = '<img src=x onerror=alert(1)>';
  await rest({
    name: mischief,
    description: mischief,
    data: JSON.stringify({ [mischief]: mischief }),
    latestComment: { content: mischief, status: mischief, statusId: 1, statusType: null },
  });
  const box = await popup();
  expect(box.querySelector('img')).toBeNull();
  expect(box.textContent?.split(mischief)).toHaveLength(7);
});
