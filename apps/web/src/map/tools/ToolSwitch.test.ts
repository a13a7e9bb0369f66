// @vitest-environment jsdom
import type { Language } from '@pgis/contract';
import Draw from 'ol/interaction/Draw.js';
import Interaction from 'ol/interaction/Interaction.js';
import OlMap from 'ol/Map.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../store/Store.ts';
import { givePageABrowser } from '../../testing/browser.ts';
import type { ClickPick } from '../interaction/ClickPick.ts';
import { DraggedObject } from '../layers/objects/DraggedObject.ts';
import { VectorLayers } from '../layers/objects/VectorLayers.ts';
import { loadDrawingTools } from './lateTool.ts';
import { ToolSwitch } from './ToolSwitch.ts';

let map: OlMap;
let tools: ToolSwitch;
const clickPick = { forget: () => {} } as unknown as ClickPick;

const deps = () => ({
  map,
  viewport: document.createElement('div'),
  language: createStore<Language>('en'),
  finish: () => {},
  clickPick,
  hasObjectAt: () => false,
  findObjectAt: () => null,
  dragged: new DraggedObject(map, new VectorLayers(map)),
  moved: () => {},
  refuseMove: () => {},
  createSnap: () => new Interaction(),
  loadFailed: () => {},
});

beforeEach(async () => {
  givePageABrowser();
  map = new OlMap({ controls: [] });
  await loadDrawingTools();
  tools = new ToolSwitch(deps());
});

const leave = () => {};
const enter = (action: Parameters<ToolSwitch['enter']>[0]) => tools.enter(action, 'click', leave);
const drawings = () =>
  map
    .getInteractions()
    .getArray()
    .filter((one: Interaction) => one instanceof Draw);

test('TOOL-10: choosing a tool removes the interaction of the one before', () => {
  const before = map.getInteractions().getLength();
  enter('DrawLine');
  const [line] = drawings();
  enter('DrawPolygon');
  expect(drawings()).toHaveLength(1);
  expect(drawings()).not.toContain(line);
  enter('SelectObject');
  expect(map.getInteractions().getLength()).toBe(before);
});

test('a tool whose code is not there yet is entered when it has come, unless another one was chosen meanwhile', async () => {
  vi.resetModules();
  const fresh = await import('./ToolSwitch.ts');
  const lateTools = await import('./lateTool.ts');
  const before = map.getInteractions().getLength();
  const late = new fresh.ToolSwitch(deps());
  late.enter('DrawLine', 'click', leave);
  expect(drawings()).toEqual([]);
  late.enter('SelectObject', 'click', leave);
  await lateTools.loadDrawingTools();
  expect(map.getInteractions().getLength()).toBe(before);
  late.dispose();
});

test('Escape leaves a tool whose code is not there yet', async () => {
  vi.resetModules();
  const fresh = await import('./ToolSwitch.ts');
  const leaveLate = vi.fn();
  const late = new fresh.ToolSwitch(deps());
  late.enter('DrawLine', 'click', leaveLate);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Escape' }));
  expect(leaveLate).toHaveBeenCalledTimes(1);
  late.dispose();
});

test('a tool whose code cannot be loaded says so', async () => {
  vi.resetModules();
  vi.doMock('./drawingTools.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const fresh = await import('./ToolSwitch.ts');
  const loadFailed = vi.fn();
  new fresh.ToolSwitch({ ...deps(), loadFailed }).enter('DrawPoint', 'click', leave);
  await vi.waitFor(() => expect(loadFailed).toHaveBeenCalledTimes(1));
  expect(loadFailed.mock.calls[0]?.[0]).toMatchObject({ code: 'NO_CONNECTION' });
  vi.doUnmock('./drawingTools.ts');
});

test('what is done on the map while the code of a tool loads happens when it has come, with that tool', async () => {
  vi.resetModules();
  const fresh = await import('./ToolSwitch.ts');
  const lateTools = await import('./lateTool.ts');
  const target = document.body.appendChild(document.createElement('div'));
  map.setTarget(target);
  const late = new fresh.ToolSwitch(deps());
  const seen: string[] = [];
  for (const type of ['pointerdown', 'pointerup', 'keydown'])
    target.addEventListener(type, () => seen.push(`${type} ${drawings().length}`));
  late.enter('DrawLine', 'click', leave);
  target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX: 5 }));
  target.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, clientX: 5 }));
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Enter' }));
  expect(seen).toEqual([]);
  await lateTools.loadDrawingTools();
  await vi.waitFor(() => expect(seen).toEqual(['pointerdown 1', 'pointerup 1', 'keydown 1']));
  late.dispose();
  target.remove();
});
