import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { closeTreeNodeDialog, openTreeNodeDialog, TreeNodeDialog } from '../features/layer-editor/index.ts';
import { writeStored } from '../storage/index.ts';
import { aUser } from './aUser.ts';
import { startFakeServer } from './fakeServer.ts';
import { renderOnMap } from './renderOnMap.tsx';

export const group = (id: number, name: string, changes = {}) => ({
  id,
  name,
  names: { en: name },
  companyLanguage: 'en',
  companyId: 1,
  unitId: 7,
  kind: 'group',
  canManage: true,
  canAdd: true,
  childClassifiers: [],
  ...changes,
});
export const layer = {
  id: 11,
  id1: 2,
  kind: 'layer',
  sourceId: null,
  companyId: 1,
  unitId: 7,
  name: 'Trees',
  names: { en: 'Trees' },
  companyLanguage: 'en',
  description: 'In streets',
  zoomFrom: 5,
  zoomTo: null,
  zIndex: 3,
  serverside: false,
  allowPublicRegistration: true,
  showAfterReview: false,
  blurPositions: false,
  showDefault: true,
  allObjectsPublic: null,
  geomStyle: '{ "lineWidth": 2 }',
  density: { kind: 'asIs' },
  caseLayer: null,
  layerFields: [
    { name: 'species', type: 'text' },
    { name: 'height', type: 'text', hint: { kind: 'number' } },
  ],
  ruleset: {
    condition: 'or',
    rules: [
      { field: 'species', operator: '!=', value: 'oak' },
      { field: 'height', operator: '=', value: '3' },
    ],
  },
  statusType: null,
  canAdd: true,
  canEdit: true,
  canManage: true,
  version: 4,
  kinds: ['point'],
};
export const tree = 'GET /api/v1/classifiers/1/include-children/admin';
export const single = 'GET /api/v1/classifiers/single/11';
const usage = 'GET /api/v1/classifiers/11/usage';
const units = 'GET /api/v1/units';
export const put = 'PUT /api/v1/classifiers/1';
export const post = 'POST /api/v1/classifiers/1';

/** The classifier dialog as tests open it, with a server that knows one layer; call it once a file, at the top. */
export function startDialogWorld() {
  const server = startFakeServer();
  const saved = vi.fn();
  beforeEach(() => {
    localStorage.clear();
    closeTreeNodeDialog();
    saved.mockReset();
    server.reset();
    writeStored('currentUser', aUser({ Admin: true }));
    server.on(tree, () => ({ body: [group(2, 'Nature'), group(3, 'Roads')] }));
    server.on(single, () => ({ body: layer }));
    server.on('GET /api/v1/companies/1', () => ({ body: { id: 1, language: 'en' } }));
    server.on(usage, ({ query }) => ({ body: { objects: 12, withValue: query.field ? 7 : null } }));
    server.on(units, () => ({
      body: [
        { id: 7, parentId: null, name: 'Town' },
        { id: 8, parentId: 7, name: 'Parks' },
      ],
    }));
    server.on(put, () => ({ body: layer }));
    server.on(post, () => ({ status: 201, body: { ...layer, id: 99 } }));
  });
  afterEach(cleanup);

  const open = async (state: Parameters<typeof openTreeNodeDialog>[0]) => {
    await renderOnMap(<TreeNodeDialog onSaved={saved} />);
    openTreeNodeDialog(state);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('button', { name: 'Save' }, { timeout: 20_000 });
    return { user: userEvent.setup(), dialog: within(dialog) };
  };
  const openLayer = async (changes = {}) => {
    server.on(single, () => ({ body: { ...layer, ...changes } }));
    return await open({ kind: 'edit', what: 'layer', id: 11 });
  };
  const sentBody = (route: string) =>
    server.sent.findLast((one) => one.route === route)?.body as Record<string, unknown>;
  return { server, saved, open, openLayer, sentBody };
}

export const saveButton = () => screen.getByRole('button', { name: 'Save' });
export const fieldNames = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of field/ });
