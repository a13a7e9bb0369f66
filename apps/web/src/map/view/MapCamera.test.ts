// @vitest-environment jsdom
import type { Extent } from '@pgis/geo';
import { fromLonLat } from 'ol/proj.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { PointerOnMap } from '../testing/PointerOnMap.ts';
import { MapCamera } from './MapCamera.ts';

let pointer: PointerOnMap;
let camera: MapCamera;
const onArrived = vi.fn();

beforeEach(() => {
  givePageABrowser();
  onArrived.mockClear();
  pointer = new PointerOnMap();
  camera = new MapCamera(pointer.map, onArrived);
  vi.spyOn(pointer.map, 'updateSize').mockImplementation(() => {});
});
afterEach(() => pointer.dispose());

const view = () => pointer.map.getView();
const arrive = () => pointer.map.dispatchEvent('moveend');
const preferStill = (isStill: boolean) =>
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isStill } as MediaQueryList);

test('each move reports the view: centre, zoom, resolution and what is visible', () => {
  expect(camera.view.get()).toBeNull();
  arrive();
  expect(camera.view.get()).toMatchObject({
    center: [0, 0],
    resolution: 1,
    extent: [-400, -300, 400, 300],
  });
  expect(onArrived).toHaveBeenCalledWith(camera.view.get());
  expect(camera.resolution).toBe(1);
});

test.each([[[0, 600]], [[800, 0]], [undefined]])('a map of the size %j has no view', (size) => {
  pointer.map.setSize(size);
  arrive();
  expect(onArrived).not.toHaveBeenCalled();
});

test('the map moves in a quarter of a second, at once for who prefers stillness', () => {
  const animate = vi.spyOn(view(), 'animate');
  preferStill(false);
  camera.zoomBy(1);
  camera.zoomBy(-1);
  const zooms = animate.mock.calls.map(([to]) => to as { zoom: number; duration: number });
  expect(zooms.map(({ duration }) => duration)).toEqual([250, 250]);
  expect((zooms[0]?.zoom ?? 0) - (zooms[1]?.zoom ?? 0)).toBeCloseTo(2);
  preferStill(true);
  camera.centerOn([24.1, 56.95], 15);
  expect(animate).toHaveBeenLastCalledWith({ center: expect.anything(), zoom: 15, duration: 0 });
  const [x = 0, y = 0] = fromLonLat([24.1, 56.95]);
  expect(view().getCenter()?.[0]).toBeCloseTo(x, 3);
  expect(view().getCenter()?.[1]).toBeCloseTo(y, 3);
  const zoom = view().getZoom();
  camera.panTo([0, 0]);
  expect([view().getZoom(), Math.round(view().getCenter()?.[0] ?? 1)]).toEqual([zoom, 0]);
});

test('VIEW-04: an extent is fitted with room around it, no nearer than zoom 28 or what is asked for', () => {
  const fit = vi.spyOn(view(), 'fit');
  preferStill(false);
  camera.fit([0, 0, 10, 10], { maxZoom: 40 });
  expect(fit.mock.lastCall?.[1]).toEqual({ maxZoom: 28, padding: [48, 48, 48, 48], duration: 250 });
  camera.fit([0, 0, 10, 10], { maxZoom: 17, animate: false });
  expect(fit.mock.lastCall?.[1]).toMatchObject({ maxZoom: 17, duration: 0 });
  camera.fit([0, 0, 10, 10]);
  expect(fit.mock.lastCall?.[1]).toMatchObject({ maxZoom: 28 });
});

test('VIEW-03: the map goes back to the view before', () => {
  preferStill(true);
  arrive();
  camera.goToPreviousView();
  expect([camera.canGoBack.get(), view().getCenter()]).toEqual([false, [0, 0]]);
  view().setCenter([500, 0]);
  arrive();
  expect(camera.canGoBack.get()).toBe(true);
  camera.goToPreviousView();
  expect(view().getCenter()).toEqual([0, 0]);
});

test('LAY-15: a panel that opens pushes no selected object out of view', () => {
  preferStill(true);
  const selected: Extent = [350, 0, 360, 10];
  arrive();
  expect(camera.followLayout(selected)).toBe(false);
  vi.mocked(pointer.map.updateSize).mockImplementation(() => pointer.map.setSize([600, 600]));
  expect(camera.followLayout(selected)).toBe(true);
  expect(view().getCenter()).toEqual([355, 5]);
  // A second call finds the map as it is.
  expect(camera.followLayout(selected)).toBe(false);
});

test('LAY-15: an object that was out of view already, or none, moves nothing', () => {
  preferStill(true);
  arrive();
  vi.mocked(pointer.map.updateSize).mockImplementation(() => pointer.map.setSize([600, 600]));
  expect(camera.followLayout([900, 0, 910, 10])).toBe(true);
  expect(view().getCenter()).toEqual([0, 0]);
  vi.mocked(pointer.map.updateSize).mockImplementation(() => pointer.map.setSize([500, 600]));
  expect(camera.followLayout(null)).toBe(true);
  vi.mocked(pointer.map.updateSize).mockImplementation(() => pointer.map.setSize([400, 600]));
  expect(camera.followLayout([0, 0, 10, 10])).toBe(true);
  expect(view().getCenter()).toEqual([0, 0]);
});
