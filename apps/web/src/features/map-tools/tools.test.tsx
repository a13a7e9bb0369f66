import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { i18n } from '../../i18n/index.ts';
import type { ToolState } from '../../map/index.ts';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { speakEnglish } from '../../testing/speakEnglish.ts';
import { HelpLine } from './HelpLine.tsx';
import { helpText } from './helpText.ts';
import { MapToolbar } from './MapToolbar.tsx';
import { ToolTiles } from './ToolTiles.tsx';

const parts = (
  <>
    <MapToolbar />
    <HelpLine />
    <ToolTiles />
  </>
);
const signIn = (level: 'Read' | 'Write') =>
  writeStored('currentUser', aUser({ permissions: { userName: 'Ilze', unitPermissions: { 1: [level] } } }));
const names = () =>
  screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
const pressed = () =>
  screen
    .getAllByRole('button', { pressed: true })
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('TOOL-01 TOOL-02 TOOL-03 TOOL-04 TOOL-05 D-PERM-04: visitors select and draw points, readers also go back, measure and print, writers also drag and draw lines and polygons', async () => {
  await renderOnMap(parts);
  expect(names()).toEqual(['Select an object', 'Draw a point', 'Select', 'Point', 'Share']);
  cleanup();
  signIn('Read');
  await renderOnMap(parts);
  expect(names()).toEqual([
    ...['Select an object', 'Draw a point'],
    ...['Measure distance', 'Measure area', 'Go back to the previous view', 'Print the map'],
    ...['Select', 'Point', 'Previous view', 'Print', 'Share'],
    ...['Distance', 'Area'],
  ]);
  cleanup();
  signIn('Write');
  await renderOnMap(parts);
  expect(names()).toEqual([
    ...['Select an object', 'Draw a point', 'Draw a line', 'Draw a polygon', 'Move an object'],
    ...['Measure distance', 'Measure area', 'Go back to the previous view', 'Print the map'],
    ...['Select', 'Point', 'Line', 'Polygon', 'Move', 'Previous view', 'Print', 'Share'],
    ...['Distance', 'Area'],
  ]);
});

test('TOOL-07: one tool is highlighted, at both doors, and the help line names it', async () => {
  signIn('Write');
  await renderOnMap(parts);
  const user = userEvent.setup();
  expect(pressed()).toEqual(['Select an object', 'Select']);
  for (const [name, tile] of [
    ['Draw a point', 'Point'],
    ['Draw a line', 'Line'],
    ['Draw a polygon', 'Polygon'],
    ['Move an object', 'Move'],
    ['Measure distance', 'Distance'],
    ['Measure area', 'Area'],
    ['Select an object', 'Select'],
  ]) {
    await user.click(screen.getByRole('button', { name }));
    expect(pressed()).toEqual([name, tile]);
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(screen.getByRole('button', { name: tile }));
    expect(pressed()).toEqual([name, tile]);
  }
  await user.click(screen.getByRole('button', { name: 'Draw a line' }));
  expect(screen.getByRole('status').textContent).toContain('Click where the line begins');
});

test('TOOL-09: choosing a tool deselects', async () => {
  const { map } = await renderOnMap(parts);
  map.select({ id: 5, layerId: 7 });
  await userEvent.click(screen.getByRole('button', { name: 'Draw a point' }));
  expect(map.selection.get()).toBeNull();
});

test('Esc without a drawing goes back to selecting', async () => {
  const { map } = await renderOnMap(parts);
  map.setTool('DrawPoint');
  await userEvent.keyboard('{Escape}');
  expect(map.tool.get().action).toBe('SelectObject');
});

test('MEAS-01: distance, area and the zoom level are there for signed-in users, and for nobody else', async () => {
  await renderOnMap(parts);
  expect(screen.queryByRole('region', { name: 'Measuring' })).toBeNull();
  expect(names().filter((name) => name?.startsWith('Measure'))).toEqual([]);
  cleanup();
  signIn('Read');
  const { map } = await renderOnMap(parts);
  const section = screen.getByRole('region', { name: 'Measuring' });
  expect(section.textContent).toMatch(/^MeasuringDistanceAreaZoom level/);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Measure area' }));
  expect(pressed()).toEqual(['Measure area', 'Area']);
  expect(map.tool.get().action).toBe('MeassureArea');
});

test('D-PERM MEAS-01 TOOL-03: measuring and printing go by the table, which gives them from Read on', async () => {
  writeStored('currentUser', aUser({ permissions: { userName: 'Ilze', unitPermissions: {} } }));
  await renderOnMap(parts);
  expect(names().filter((name) => name?.startsWith('Measure') || name?.startsWith('Print'))).toEqual([]);
});

test('MEAS-04 D-UI-06: the help texts of measuring, in the words of the specification', async () => {
  await speakEnglish();
  const { t } = i18n;
  const text = (action: 'MeassureDistance' | 'MeassureArea', step: ToolState['step']) =>
    helpText({ action, step, placement: 'click' }, { t, isTouch: false });
  for (const action of ['MeassureDistance', 'MeassureArea'] as const)
    expect(text(action, 'start')?.text).toBe('Click to start drawing');
  for (const step of ['continue', 'canFinish'] as const) {
    expect(text('MeassureDistance', step)?.text).toBe('Click to continue drawing the line');
    expect(text('MeassureArea', step)?.text).toBe('Click to continue drawing the polygon');
  }
});
