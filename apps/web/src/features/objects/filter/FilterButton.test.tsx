import { listRuleTokens, parseGeomStyle } from '@pgis/cartography';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSwitches } from '../../../layers/layerSwitches.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { ObjectsSection } from '../list/ObjectsSection.tsx';
import { useObjectMap } from '../on-map/useObjectMap.ts';
import { aGroup, aLayer } from '../testing/aLayer.ts';
import { forgetFilters, layerFilters } from './layerFilters.ts';

const server = startFakeServer();
const field = (name: string) => ({ name, type: 'text' as const });
const groups = [
  aGroup({
    childClassifiers: [
      aLayer({
        id: 11,
        name: 'Road damage',
        layerFields: [field('surface'), field('depth')],
        showDefault: true,
      }),
      aLayer({ id: 12, name: 'Places', showDefault: true }),
    ],
  }),
];
let holding: unknown[];

function ListAndMap() {
  useObjectMap({ hasLink: false });
  return <ObjectsSection />;
}

beforeEach(() => {
  localStorage.clear();
  forgetSwitches();
  forgetFilters();
  server.reset();
  holding = groups;
  server.on('GET /api/v1/classifiers/layers', ({ query }) => ({ body: query._field ? holding : groups }));
  for (const id of [11, 12])
    server.on(`GET /api/v1/geoms/extent/${id}`, () => ({ body: { extent: [0, 0, 9, 9] } }));
});
afterEach(cleanup);

async function renderList() {
  const rendered = await renderOnMap(<ListAndMap />);
  await screen.findByRole('switch', { name: 'Road damage' });
  const setFilters = vi.spyOn(rendered.map, 'setFilters');
  return { user: userEvent.setup(), setFilters, ...rendered };
}
type User = ReturnType<typeof userEvent.setup>;

async function openFilter(user: User, layer = 'Road damage') {
  await user.click(screen.getByRole('button', { name: new RegExp(`^Filter ${layer}`) }));
  return within(await screen.findByRole('dialog'));
}
async function chooseField(user: User, popover: ReturnType<typeof within>, name: string) {
  await user.click(await popover.findByRole('combobox', { name: /^Field/ }));
  await user.click(await popover.findByRole('option', { name, hidden: true }));
}
const valueBox = (popover: ReturnType<typeof within>) =>
  popover.getByRole('textbox', { name: 'Value' }) as HTMLInputElement;
const fieldBox = async (popover: ReturnType<typeof within>) =>
  (await popover.findByRole('combobox', { name: /^Field/ })) as HTMLInputElement;
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('LIST-04: each layer has an object filter popover; one without fields says that there is none to filter by', async () => {
  const { user } = await renderList();
  const opened = await openFilter(user);
  expect(await fieldBox(opened)).toBeTruthy();
  await user.keyboard('{Escape}');
  await isClosed();
  const other = await openFilter(user, 'Places');
  expect(await other.findByText('This layer has no fields to filter by.')).toBeTruthy();
});

test('OFLT-01 DATA-18: the field is required and takes one of the layer’s fields', async () => {
  const { user } = await renderList();
  const popover = await openFilter(user);
  expect((await fieldBox(popover)).required).toBe(true);
  await user.type(valueBox(popover), 'asphalt');
  await user.click(popover.getByRole('button', { name: 'Apply' }));
  expect(popover.getByText('Fill in this field')).toBeTruthy();
  expect(layerFilters.get().size).toBe(0);
  await chooseField(user, popover, 'surface');
  await chooseField(user, popover, 'depth');
  expect((await fieldBox(popover)).value).toBe('depth');
  await user.click(popover.getByRole('button', { name: 'Apply' }));
  expect([...layerFilters.get()]).toEqual([[11, { field: 'depth', value: 'asphalt' }]]);
});

test('OFLT-02 OFLT-03 OFLT-05: the value is trimmed when it is left, applied on submit, and the popover closes', async () => {
  const { user, setFilters } = await renderList();
  const popover = await openFilter(user);
  await chooseField(user, popover, 'surface');
  await user.type(valueBox(popover), '  gravel ');
  await user.tab();
  expect(valueBox(popover).value).toBe('gravel');
  expect(setFilters).not.toHaveBeenCalled();
  await user.type(valueBox(popover), ' road {Enter}');
  await isClosed();
  expect(setFilters).toHaveBeenLastCalledWith([{ classId: 11, field: 'surface', value: 'gravel road' }]);
});

test('OFLT-04: without a value the filter is submitted and does not count as set', async () => {
  const { user, setFilters } = await renderList();
  const popover = await openFilter(user);
  await chooseField(user, popover, 'surface');
  await user.type(valueBox(popover), '   {Enter}');
  await isClosed();
  expect(layerFilters.get().size).toBe(0);
  expect(setFilters).not.toHaveBeenCalledWith([expect.anything()]);
  expect(screen.getByRole('button', { name: 'Filter Road damage' })).toBeTruthy();
});

async function setSurface(user: User, value: string) {
  const popover = await openFilter(user);
  await chooseField(user, popover, 'surface');
  await user.type(valueBox(popover), `${value}{Enter}`);
  await isClosed();
}

test('OFLT-05 OFLT-06: clearing empties both, hands that over and closes', async () => {
  const { user, setFilters } = await renderList();
  await setSurface(user, 'gravel');
  const popover = await openFilter(user);
  expect((await fieldBox(popover)).value).toBe('surface');
  expect(valueBox(popover).value).toBe('gravel');
  await user.click(popover.getByRole('button', { name: 'Clear' }));
  await isClosed();
  expect(setFilters).toHaveBeenLastCalledWith([]);
  const again = await openFilter(user);
  expect((await fieldBox(again)).value).toBe('');
  expect(valueBox(again).value).toBe('');
});

test('a set filter stands under its layer, and its cross takes it away', async () => {
  const { user } = await renderList();
  await setSurface(user, 'gravel');
  expect(screen.getByRole('button', { name: 'Filter Road damage (set)' })).toBeTruthy();
  expect(await screen.findByText('surface: gravel')).toBeTruthy();
  expect(screen.queryByText('No objects match')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Clear the filter of Road damage' }));
  expect(screen.queryByText('surface: gravel')).toBeNull();
  expect(layerFilters.get().size).toBe(0);
});

test('D-OBJ-14: a comparison goes to the map and its calls with its operator, and stands in words', async () => {
  const { user, setFilters } = await renderList();
  const popover = await openFilter(user);
  const compare = async (name: string) => {
    await user.click(popover.getByRole('combobox', { name: 'Comparison' }));
    await user.click(await popover.findByRole('option', { name, hidden: true }));
  };
  await chooseField(user, popover, 'depth');
  await compare('is between');
  await user.type(popover.getByRole('textbox', { name: 'From' }), '20');
  await user.click(popover.getByRole('button', { name: 'Apply' }));
  expect(popover.getByText('Fill in this field')).toBeTruthy();
  await user.type(popover.getByRole('textbox', { name: 'To' }), '10');
  await user.click(popover.getByRole('button', { name: 'Apply' }));
  expect(layerFilters.get().size).toBe(0);
  await user.clear(popover.getByRole('textbox', { name: 'To' }));
  await user.type(popover.getByRole('textbox', { name: 'To' }), '30,5{Enter}');
  await isClosed();
  expect(setFilters).toHaveBeenLastCalledWith([
    { classId: 11, field: 'depth', operator: 'between', value: '20\n30,5' },
  ]);
  expect(await screen.findByText('depth 20–30,5')).toBeTruthy();
  expect(server.sent.at(-1)?.query).toEqual({
    _class: '11',
    _field: 'depth',
    _value: '20\n30,5',
    _operator: 'between',
  });
});

test('OFLT-04: an operator without a value makes a filter alone', async () => {
  const { user, setFilters } = await renderList();
  const popover = await openFilter(user);
  await chooseField(user, popover, 'depth');
  await user.click(popover.getByRole('combobox', { name: 'Comparison' }));
  await user.click(await popover.findByRole('option', { name: 'is empty', hidden: true }));
  expect(popover.queryByRole('textbox', { name: 'Value' })).toBeNull();
  await user.click(popover.getByRole('button', { name: 'Apply' }));
  await isClosed();
  expect(setFilters).toHaveBeenLastCalledWith([{ classId: 11, field: 'depth', operator: 'empty' }]);
  expect(await screen.findByText('depth is empty')).toBeTruthy();
});

test('a comparison that does not suit another field stays among those offered', async () => {
  const layerFields = [
    { ...field('planted'), schema: { type: 'date' as const } },
    { ...field('kept'), schema: { type: 'boolean' as const } },
  ];
  const layer = aLayer({ id: 11, name: 'Road damage', layerFields, showDefault: true });
  const list = [aGroup({ childClassifiers: [layer] })];
  server.on('GET /api/v1/classifiers/layers', () => ({ body: list }));
  const { user } = await renderList();
  const popover = await openFilter(user);
  const comparison = popover.getByRole<HTMLInputElement>('combobox', { name: 'Comparison' });
  await chooseField(user, popover, 'planted');
  await user.click(comparison);
  await user.click(await popover.findByRole('option', { name: 'is today', hidden: true }));
  await chooseField(user, popover, 'kept');
  await user.click(comparison);
  expect(await popover.findByRole('option', { name: 'is today', hidden: true })).toBeTruthy();
});

test('a filter that nothing passes is told', async () => {
  holding = [];
  const { user } = await renderList();
  await setSurface(user, 'cheese');
  expect(await screen.findByText('No objects match')).toBeTruthy();
  expect(server.sent.at(-1)?.query).toEqual({ _class: '11', _field: 'surface', _value: 'cheese' });
});

test('API-GEOM-10: zooming to a layer goes where its filtered objects are', async () => {
  const { user } = await renderList();
  await setSurface(user, 'gravel');
  await user.click(screen.getByRole('button', { name: 'Zoom to layer Road damage' }));
  const asked = server.sent.filter(({ route }) => route === 'GET /api/v1/geoms/extent/11').at(-1);
  expect(asked?.query).toEqual({ _class: '11', _field: 'surface', _value: 'gravel' });
});

test('D-OBJ-14: a filter rests when its field leaves the layer: nothing sends it, nothing shows it', async () => {
  const { user, setFilters, queryClient } = await renderList();
  await setSurface(user, 'gravel');
  expect(server.sent.at(-1)?.query).toEqual({ _class: '11', _field: 'surface', _value: 'gravel' });
  const lacking = [aGroup({ childClassifiers: [aLayer({ id: 11, name: 'Road damage' })] })];
  server.on('GET /api/v1/classifiers/layers', () => ({ body: lacking }));
  await queryClient.refetchQueries();
  await waitFor(() => expect(setFilters).toHaveBeenLastCalledWith([]));
  expect(screen.getByRole('button', { name: 'Filter Road damage' })).toBeTruthy();
  expect(screen.queryByText('surface: gravel')).toBeNull();
  const before = server.sent.length;
  await user.click(screen.getByRole('button', { name: 'Zoom to layer Road damage' }));
  await queryClient.refetchQueries({ type: 'active' });
  const later = server.sent.slice(before);
  expect(later.map(({ route }) => route)).toContain('GET /api/v1/geoms/extent/11');
  expect(later.filter(({ query }) => query._field !== undefined)).toEqual([]);

  server.on('GET /api/v1/classifiers/layers', () => ({ body: groups }));
  await queryClient.refetchQueries();
  expect(await screen.findByText('surface: gravel')).toBeTruthy();
});

test('D-OBJ-14: the legend counts within the filter, and everything while the filter rests', async () => {
  const geomStyle = JSON.stringify({ labelRules: [{ rule: 'data.depth=deep' }, { rule: 'Default' }] });
  const [deep = ''] = listRuleTokens(parseGeomStyle(geomStyle).style);
  const list = (...names: string[]) =>
    server.on('GET /api/v1/classifiers/layers', () => {
      const layerFields = names.map(field);
      const layer = aLayer({ id: 11, name: 'Road damage', geomStyle, layerFields, showDefault: true });
      return { body: [aGroup({ childClassifiers: [layer] })] };
    });
  const counts = 'GET /api/v1/classifiers/11/rule-counts';
  server.on(counts, ({ query }) => ({ body: [{ rule: deep, count: query._field === undefined ? 70 : 20 }] }));
  list('surface', 'depth');
  const { user, queryClient } = await renderList();
  await user.click(screen.getByRole('button', { name: 'Legend of Road damage' }));
  expect(await screen.findByText('70 objects')).toBeTruthy();
  await setSurface(user, 'gravel');
  expect(await screen.findByText('20 objects')).toBeTruthy();

  list('depth');
  await queryClient.refetchQueries();
  expect(await screen.findByText('70 objects')).toBeTruthy();
  const before = server.sent.length;
  await queryClient.refetchQueries({ type: 'active' });
  const later = server.sent.slice(before).filter(({ route }) => route === counts);
  expect(later.map(({ query }) => query)).toEqual([{}]);

  list('surface', 'depth');
  await queryClient.refetchQueries();
  expect(await screen.findByText('20 objects')).toBeTruthy();
});
