// @vitest-environment jsdom
import Draw from 'ol/interaction/Draw.js';
import Interaction from 'ol/interaction/Interaction.js';
import OlMap from 'ol/Map.js';
import { beforeEach, expect, test } from 'vitest';
import { createStore } from '../../store/Store.ts';
import { givePageABrowser } from '../../testing/browser.ts';
import type { ClickPick } from '../interaction/ClickPick.ts';
import { DraggedObject } from '../layers/objects/DraggedObject.ts';
import { VectorLayers } from '../layers/objects/VectorLayers.ts';
import { ToolSwitch } from './ToolSwitch.ts';

let map: OlMap;
let tools: ToolSwitch;
const clickPick = { forget: () => {} } as unknown as ClickPick;

beforeEach(() => {
  givePageABrowser();
  map = new OlMap({ controls: [] });
  tools = new ToolSwitch({
    map,
    viewport: document.createElement('div'),
    language: createStore('en'),
    finish: () => {},
    clickPick,
    hasObjectAt: () => false,
    findObjectAt: () => null,
    dragged: new DraggedObject(map, new VectorLayers(map)),
    moved: () => {},
    refuseMove: () => {},
    createSnap: () => new Interaction(),
  });
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
