import { listRuleTokens, parseGeomStyle } from '@pgis/cartography';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSwitches, layerSwitches } from '../../../layers/layerSwitches.ts';
import { readStored } from '../../../storage/index.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { useObjectMap } from '../on-map/useObjectMap.ts';
import { aGroup, aLayer } from '../testing/aLayer.ts';
import { ObjectsSection } from './ObjectsSection.tsx';

const server = startFakeServer();
const rules = JSON.stringify({ labelRules: [{ rule: 'data.state=planned' }, { rule: 'Default' }] });
const groups = [
  aGroup({
    id: 1,
    name: 'Reports',
    childClassifiers: [
      aLayer({ id: 11, name: 'Road damage', showDefault: true }),
      aLayer({ id: 12, name: 'Street lighting' }),
    ],
  }),
  aGroup({
    id: 2,
    name: 'Transport',
    childClassifiers: [
      aLayer({ id: 21, name: 'Road works', geomStyle: rules, showDefault: true, kinds: ['line'] }),
    ],
  }),
  aGroup({ id: 3, name: 'Land', childClassifiers: [aLayer({ id: 31, name: 'Parcels' })] }),
];

/** The list beside the map it works on. */
function ListAndMap({ hasLink = false }) {
  useObjectMap({ hasLink });
  return <ObjectsSection />;
}

const head = (name: RegExp) => screen.getByRole('button', { name });
const layerSwitch = (name: string) => screen.getByRole('switch', { name });

beforeEach(() => {
  localStorage.clear();
  forgetSwitches();
  server.reset();
  server.on('GET /api/v1/classifiers/layers', () => ({ body: groups }));
  server.on('GET /api/v1/classifiers/21/rule-counts', () => ({ body: [] }));
  for (const id of [11, 21]) server.on(`GET /api/v1/geoms/extent/${id}`, () => ({ body: { extent: null } }));
});
afterEach(cleanup);

async function renderList() {
  const rendered = await renderOnMap(<ListAndMap />);
  await screen.findByRole('switch', { name: 'Road damage' });
  return { user: userEvent.setup(), ...rendered };
}

test('LIST-01: groups fold, and each says how many of its layers are visible', async () => {
  const { user } = await renderList();
  expect(head(/^Reports 1/).getAttribute('aria-expanded')).toBe('true');
  expect(head(/^Land 0/).getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('switch', { name: 'Parcels' })).toBeNull();
  await user.click(head(/^Land 0/));
  expect(layerSwitch('Parcels')).toBeTruthy();
  await user.click(layerSwitch('Street lighting'));
  expect(head(/^Reports 2/)).toBeTruthy();
});

test('a group stays open when its last layer is switched off', async () => {
  const { user } = await renderList();
  await user.click(layerSwitch('Road works'));
  expect(head(/^Transport 0/).getAttribute('aria-expanded')).toBe('true');
  await user.click(head(/^Transport 0/));
  expect(screen.queryByRole('switch', { name: 'Road works' })).toBeNull();
});

test('LIST-02: each layer has its symbol, its name and its switch', async () => {
  await renderList();
  for (const name of ['Road damage', 'Street lighting', 'Road works']) {
    const row = layerSwitch(name).closest('li');
    expect(row?.textContent).toContain(name);
    expect(row?.querySelector('label canvas')).not.toBeNull();
  }
});

test('LIST-10: the map zooms to the showDefault layers that are new in the stored list, not past a link', async () => {
  const extents: Record<number, readonly number[]> = { 11: [10, 10, 20, 20], 21: [30, 5, 40, 15] };
  for (const id of [11, 21])
    server.on(`GET /api/v1/geoms/extent/${id}`, () => ({ body: { extent: extents[id] } }));
  const first = await renderOnMap(<ListAndMap />);
  const fit = vi.spyOn(first.map.camera, 'fit');
  await waitFor(() => expect(fit.mock.calls.map(([extent]) => extent)).toEqual([[10, 5, 40, 20]]));

  for (const hasLink of [false, true]) {
    cleanup();
    forgetSwitches();
    if (hasLink) localStorage.clear();
    const { map } = await renderOnMap(<ListAndMap hasLink={hasLink} />);
    const again = vi.spyOn(map.camera, 'fit');
    await screen.findByRole('switch', { name: 'Road damage', checked: true });
    await new Promise(setImmediate);
    expect(again).not.toHaveBeenCalled();
  }
});

test('LIST-03: zoom-to-layer is enabled only when the layer is on', async () => {
  const { user } = await renderList();
  const zoomTo = screen.getByRole<HTMLButtonElement>('button', { name: 'Zoom to layer Street lighting' });
  expect(zoomTo.disabled).toBe(true);
  await user.click(layerSwitch('Street lighting'));
  expect(zoomTo.disabled).toBe(false);
});

test('LIST-06: only a layer with more than one rule has a legend, Default counting', async () => {
  const { user } = await renderList();
  expect(screen.getAllByRole('button', { name: /^Legend of/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Legend of Road works' }));
  const legend = await screen.findByRole('region', { name: 'state' });
  expect(within(legend).getByText('planned')).toBeTruthy();
  expect(screen.getByText('Default')).toBeTruthy();
});

test('the legend of a heat map says few and many, and up to which zoom the layer is one', async () => {
  const heated = aLayer({ id: 11, name: 'Votes', showDefault: true, density: { kind: 'heat', zoomTo: 12 } });
  server.on('GET /api/v1/classifiers/layers', () => ({ body: [aGroup({ childClassifiers: [heated] })] }));
  server.on('GET /api/v1/classifiers/11/rule-counts', () => ({ body: [] }));
  const user = userEvent.setup();
  await renderOnMap(<ListAndMap />);
  await user.click(await screen.findByRole('button', { name: 'Legend of Votes' }));
  expect((await screen.findByText('Heat map up to zoom 12')).parentElement?.textContent).toMatch(/Few.*Many/);
});

test('the legend of sizes has the name of their field', async () => {
  const sized = aLayer({
    ...{ id: 11, name: 'Trees', showDefault: true },
    layerFields: [{ name: 'height', type: 'text', names: { en: 'Height in metres' } }],
    geomStyle: JSON.stringify({ sizeField: 'height', sizeFrom: 0, sizeTo: 80 }),
  });
  server.on('GET /api/v1/classifiers/layers', () => ({ body: [aGroup({ childClassifiers: [sized] })] }));
  server.on('GET /api/v1/classifiers/11/rule-counts', () => ({ body: [] }));
  const user = userEvent.setup();
  await renderOnMap(<ListAndMap />);
  await user.click(await screen.findByRole('button', { name: 'Legend of Trees' }));
  expect(await screen.findByRole('region', { name: 'Height in metres' })).toBeTruthy();
});

test('a legend says how many objects each rule draws, and switches rules off and on', async () => {
  const [planned = '', other = ''] = listRuleTokens(parseGeomStyle(rules).style);
  server.on('GET /api/v1/classifiers/21/rule-counts', () => ({ body: [{ rule: other, count: 1200 }] }));
  const { user, map } = await renderList();
  await user.click(screen.getByRole('button', { name: 'Legend of Road works' }));
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^planned/ });
  expect(await screen.findByText('1200 objects')).toBeTruthy();
  expect(screen.getByText('0 objects')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Default (all other objects)' })).toBeTruthy();
  await user.click(box);
  expect(box.checked).toBe(false);
  expect([...map.hiddenRules]).toEqual([[21, new Set([planned])]]);
  expect(screen.getByText('1 rule is switched off')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all rules of Road works' }));
  expect(box.checked).toBe(true);
  expect(map.hiddenRules.size).toBe(0);
});

test('a legend names rules in the language of the reader; a named Default needs no explanation', async () => {
  const geomStyle = JSON.stringify({
    labelRules: [
      { rule: 'data.state=planned', ruleNameLv: 'Plānots', ruleNameEn: 'To be done' },
      { rule: 'data.state=done', ruleNameLv: 'Pabeigts' },
      { rule: 'Default', ruleNameEn: 'Everything else' },
    ],
  });
  const named = aLayer({ id: 21, name: 'Road works', geomStyle, checked: true });
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [groups[0], aGroup({ id: 2, name: 'Transport', childClassifiers: [named] })],
  }));
  const { user } = await renderList();
  if (screen.queryByRole('button', { name: 'Legend of Road works' }) === null)
    await user.click(head(/^Transport/));
  await user.click(screen.getByRole('button', { name: 'Legend of Road works' }));
  await screen.findByRole('checkbox', { name: 'To be done' });
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'To be done',
    'Pabeigts',
    'Everything else',
  ]);
});

test('LIST-08: unchecking a layer clears the selection and goes back to selecting', async () => {
  const { user, map } = await renderList();
  map.setTool('DrawPoint');
  map.select({ id: 5, layerId: 11 });
  await user.click(layerSwitch('Road damage'));
  expect(map.selection.get()).toBeNull();
  expect(map.tool.get().action).toBe('SelectObject');
  expect(readStored('selectedLayers')).toEqual([21]);
});

test('a switched-on layer stays on when the list is loaded again', async () => {
  const { user, queryClient } = await renderList();
  await user.click(layerSwitch('Street lighting'));
  await user.click(layerSwitch('Road damage'));
  await queryClient.refetchQueries();
  expect([...layerSwitches.get().checkedIds]).toEqual([21, 12]);
});

test('the box finds layers by part of their name and says when there is none', async () => {
  const { user } = await renderList();
  await user.type(screen.getByRole('textbox', { name: 'Find a layer' }), 'parc');
  expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-label'))).toEqual(['Parcels']);
  await user.type(screen.getByRole('textbox', { name: 'Find a layer' }), 'zzz');
  expect(screen.getByText('No layer with this name')).toBeTruthy();
});

test('a list that could not be loaded says so and can be tried again', async () => {
  server.on('GET /api/v1/classifiers/layers', () => ({ status: 503, body: {} }));
  await renderOnMap(<ListAndMap />);
  await screen.findByText('The layers could not be loaded');
  server.on('GET /api/v1/classifiers/layers', () => ({ body: groups }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('switch', { name: 'Road damage' })).toBeTruthy();
});
