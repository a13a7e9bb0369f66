import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { highestRoleOf } from './actors.ts';
import type { RightsCase } from './companyCases.ts';
import { permissionOf } from './expectAnswer.ts';

/** Announcing an import takes the right to add objects in some unit; the layer is checked when it is known. */
const withoutOwner: readonly RightsCase[] = [
  {
    call: calls.addImport,
    ownership: 'own',
    input: () => ({ body: { files: [{ name: 'a.geojson', size: 1 }] } }),
    expected: (actor) => (permissionOf('addObject', actor, highestRoleOf(actor)) === 'yes' ? 'allowed' : 403),
    alsoAllowed: [409],
  },
  { call: calls.listImports, ownership: 'own', input: () => ({}), expected: () => 'allowed' },
  {
    call: calls.findCoordinateSystems,
    ownership: 'of nobody',
    input: () => ({ query: '?q=3059' }),
    expected: () => 'allowed',
  },
];

const settings = {
  target: { kind: 'add', layerId: 1 },
  fields: [],
  crs: 'EPSG:4326',
  repairs: false,
  truncates: false,
};

const nothing = { all: false, except: [] };
const choice = { added: nothing, changed: nothing, conflict: nothing, missing: nothing };

const inputs: readonly (readonly [Call, Omit<Awaited<ReturnType<RightsCase['input']>>, 'params'>])[] = [
  [calls.getImport, {}],
  [calls.getImportUpload, {}],
  [
    calls.appendImportUpload,
    {
      body: Buffer.from('a'),
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '7' },
    },
  ],
  [calls.readImport, { body: {} }],
  [calls.locateImport, { query: '?crs=EPSG:3059' }],
  [calls.runImport, { body: settings }],
  [calls.listDifferences, {}],
  [calls.applyComparison, { body: choice }],
  [calls.undoImport, {}],
  [calls.listSkippedRows, {}],
  [calls.fixSkippedRows, { body: { rows: [{ rowNumber: 1, values: [] }] } }],
  [calls.downloadSkippedRows, { query: '?content=reasons' }],
  [calls.deleteImport, {}],
];

/** An import is of its owner alone; the fixture is still being uploaded, so some calls find it in the wrong state. */
const aboutOne = inputs.flatMap(([call, more]) =>
  (['own', 'of another', 'absent'] as const).map(
    (ownership): RightsCase => ({
      call,
      ownership: `import, ${ownership}`,
      input: async ({ filesAndLog, userIds, member, absent }, actor) => {
        const userId = ownership === 'own' ? (userIds[actor] ?? member) : member;
        const id = ownership === 'absent' ? absent : await filesAndLog.importOf(userId);
        return { params: { id, index: 0 }, ...more };
      },
      expected: () => (ownership === 'own' ? 'allowed' : 404),
      alsoAllowed: [409],
    }),
  ),
);

export const importCases: readonly RightsCase[] = [...withoutOwner, ...aboutOne];
