import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showMap } from '../../map/testing/showMap.ts';
import { useDeleteObject } from '../../objects/useDeleteObject.ts';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { group, layer } from '../../testing/treeNodeDialog.tsx';
import { TreeScreen } from './TreeScreen.tsx';

vi.mock('../../settings/index.ts', () => ({ readSettings: () => ({ enableServerRendering: true }) }));

const server = startFakeServer();
const pointLoads = () =>
  server.sent
    .filter(({ route }) => route === 'POST /api/v1/geoms/points')
    .map(({ body }) => (body as { classifiers: number[] }).classifiers);

/** Layer 11, a view of it, and a layer of its own. */
const displayedLayers = [
  { id: 11, ownerId: 11 },
  { id: 12, ownerId: 11 },
  { id: 20, ownerId: 20 },
].map((one) => ({
  ...one,
  serverside: false,
  zoomFrom: null,
  zoomTo: null,
  zIndex: 0,
  aggregatedTo: null,
  kinds: [],
}));

beforeEach(() => {
  localStorage.clear();
  server.reset();
  writeStored('currentUser', aUser({ Admin: true }));
  for (const kind of ['points', 'lines', 'polygons'])
    server.on(`POST /api/v1/geoms/${kind}`, () => ({
      body: { features: [], geomStyles: [], imageLayers: [] },
    }));
  server.on('GET /api/v1/classifiers/1/include-children/admin', () => ({
    body: [
      {
        id: 2,
        name: 'Nature',
        description: '',
        companyId: 1,
        kind: 'group',
        canManage: true,
        canEdit: true,
        canAdd: true,
        sourceId: null,
        childClassifiers: [{ ...layer, usedCount: 12 }],
      },
    ],
  }));
  server.on('GET /api/v1/classifiers/single/11', () => ({ body: layer }));
  server.on('GET /api/v1/classifiers/11/usage', () => ({ body: { objects: 12, withValue: null } }));
  server.on('GET /api/v1/units', () => ({ body: [] }));
  server.on('PUT /api/v1/classifiers/1', () => ({ body: layer }));
});
afterEach(cleanup);

/** A map that was looked at and left for another screen. */
async function leaveMapFor(screenOfPage: React.ReactNode) {
  const { map } = await renderOnMap(screenOfPage);
  map.setObjectLayers(displayedLayers);
  const leave = showMap(map);
  await waitFor(() => expect(pointLoads().flat().sort()).toEqual([11, 12, 20]));
  await waitFor(() => expect(map.objectLayers.get().loadingIds.size).toBe(0));
  leave();
  return { map, loadsBefore: pointLoads().length, user: userEvent.setup() };
}

test('LIST-14: a layer saved on Layer groups is loaded again, with its view and no other, when the map comes back', async () => {
  const { map, loadsBefore, user } = await leaveMapFor(<TreeScreen baseId={1} />);
  await user.click(await screen.findByRole('button', { name: 'Edit Trees' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Save' }, { timeout: 20_000 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(pointLoads()).toHaveLength(loadsBefore);
  showMap(map);
  await waitFor(() => expect(pointLoads().slice(loadsBefore).flat().sort()).toEqual([11, 12]));
});

test('a saved layer is scrolled into view', async () => {
  await renderOnMap(<TreeScreen baseId={1} />);
  const scroll = vi.mocked(Element.prototype.scrollIntoView);
  const user = userEvent.setup();
  const edit = await screen.findByRole('button', { name: 'Edit Trees' });
  scroll.mockClear();
  await user.click(edit);
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Save' }, { timeout: 20_000 }));
  await waitFor(() => expect(scroll.mock.contexts).toContain(screen.getByRole('row', { name: /^Trees/ })));
});

test('LIST-14: so is a layer whose data was removed there', async () => {
  server.on('POST /api/v1/classifiers/1/11/remove-data', () => ({ body: { count: 12 } }));
  const { map, loadsBefore, user } = await leaveMapFor(<TreeScreen baseId={1} />);
  await user.click(await screen.findByRole('button', { name: 'More actions for Trees' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove data…' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await screen.findByText('12 objects deleted');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Recently changed' });
  expect(link.hash).toBe('#/en/admin/changes');
  showMap(map);
  await waitFor(() => expect(pointLoads().slice(loadsBefore).flat().sort()).toEqual([11, 12]));
});

const refuse = (error: string, message = 'm') => ({ status: 409, body: { error, message, requestId: 'r' } });
const deleteOnScreen = async () => {
  await renderOnMap(<TreeScreen baseId={1} />);
  const user = userEvent.setup();
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  };
  return { user, choose };
};

test('D-CLS-11: a layer is deleted with its objects after one question, which says how many', async () => {
  const removeData = 'POST /api/v1/classifiers/1/11/remove-data';
  const remove = 'DELETE /api/v1/classifiers/1/11';
  let objects = 12;
  server.on(removeData, () => {
    objects = 0;
    return { body: { count: 12 } };
  });
  server.on(remove, () => (objects === 0 ? { status: 204 } : refuse('LAYER_NOT_EMPTY')));
  const { user, choose } = await deleteOnScreen();
  await choose('Trees');
  expect(await screen.findByText('Delete the layer “Trees” together with its 12 objects?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('“Trees” deleted')).toBeTruthy();
  const changes = server.sent
    .map(({ route }) => route)
    .filter((route) => /^(POST|DELETE) .*classifiers/.test(route));
  expect(changes).toEqual([remove, removeData, remove]);
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
});

test('D-CLS-11: a layer that something else keeps does not lose its objects', async () => {
  const removeData = 'POST /api/v1/classifiers/1/11/remove-data';
  server.on('DELETE /api/v1/classifiers/1/11', () => refuse('LAYER_HAS_VIEWS', 'Two duplicates show it'));
  const { user, choose } = await deleteOnScreen();
  await choose('Trees');
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Two duplicates show it')).toBeTruthy();
  expect(server.countOf(removeData)).toBe(0);
});

test('D-CLS-11: a group that is not empty is refused without a question', async () => {
  const { choose } = await deleteOnScreen();
  await choose('Nature');
  expect(
    await screen.findByText(
      'The group “Nature” is not empty (contents: 1). Delete or move its contents first.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
});

test('API-CLS-14: the screen of statuses reads the children of classifier 2 with theirs', async () => {
  const done = { ...layer, id: 31, id1: 3, kind: 'status', name: 'Done', statusType: 'fixed' };
  server.on('GET /api/v1/classifiers/2/include-children/admin', () => ({
    body: [group(3, 'Comment statuses', { id1: 2, kind: 'statusGroup', childClassifiers: [done] })],
  }));
  await renderOnMap(<TreeScreen baseId={2} />);
  expect(await screen.findByText('Comment statuses')).toBeTruthy();
  expect(screen.getByText('Done')).toBeTruthy();
});

/** Deletes an object as the screen of layer reports does. */
function DeleteButton() {
  const deleteObject = useDeleteObject();
  return (
    <button
      type="button"
      onClick={() => void deleteObject({ object: { id: 5, name: 'Oak' }, layerIds: [11] })}
    >
      Delete
    </button>
  );
}

test('INFO-10: an object deleted on another screen is no longer selected, and its layer is loaded again', async () => {
  server.on('DELETE /api/v1/geoms/5', () => ({ status: 204 }));
  const { map, loadsBefore, user } = await leaveMapFor(<DeleteButton />);
  map.select({ id: 5, layerId: 12 });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(map.selection.get()).toBeNull());
  expect(map.tool.get().action).toBe('SelectObject');
  showMap(map);
  await waitFor(() => expect(pointLoads().slice(loadsBefore).flat().sort()).toEqual([11, 12]));
});
