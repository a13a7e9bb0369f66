import type { LogRow } from '@pgis/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { LogEntry } from './LogEntry.tsx';

afterEach(cleanup);

const row: LogRow = {
  id: 1,
  at: '2026-03-01T12:00:00.000Z',
  companyId: 1,
  userId: 1,
  userName: 'Ilze',
  ip: '',
  action: 'CLASSIFIER_UPDATED',
  entity: 'classifier',
  entityId: 11,
  entityName: 'Trees',
  entityKind: 'layer',
  unitId: null,
  layerId: null,
  result: 'ok',
  details: {},
  requestId: '',
};

const textOf = async (changes: Partial<LogRow>) => {
  await renderOnMap(<LogEntry row={{ ...row, ...changes }} nameOf={() => undefined} onFilter={() => {}} />);
  const text = screen.getByRole('button', { expanded: false }).textContent;
  cleanup();
  return text;
};

test('a row names the kind of thing once', async () => {
  expect(await textOf({})).toContain('ChangedLayer Trees');
  expect(await textOf({ action: 'CLASSIFIER_DELETED', entityKind: 'statusGroup' })).toContain(
    'DeletedStatus group Trees',
  );
  expect(await textOf({ action: 'STYLE_GENERATED' })).toContain('Style rules generatedLayer Trees');
  expect(await textOf({ entityKind: null })).toContain('Layer, group or status changedTrees');
  expect(await textOf({ entityKind: null, entityName: '' })).toContain('changedLayer, group or status');
});

test('a row about a file names it', async () => {
  const archive = { action: 'FILE_ADDED', entity: 'company', entityName: '', entityKind: null } as const;
  expect(await textOf({ ...archive, details: { archive: 'photos.zip' } })).toContain(
    'File addedphotos.zip · Company',
  );
  const file = { action: 'FILE_DELETED', entity: 'object', entityName: 'Hole', entityKind: null } as const;
  expect(await textOf({ ...file, details: { old: { name: 'hole.jpg' } } })).toContain(
    'File deletedhole.jpg · Object Hole',
  );
});

test('a change of the drawing far out is told in the words of the form', async () => {
  const details = { old: { density: { kind: 'asIs' } }, new: { density: { kind: 'clusters', zoomTo: 9 } } };
  await renderOnMap(<LogEntry row={{ ...row, details }} nameOf={() => undefined} onFilter={() => {}} />);
  await userEvent.setup().click(screen.getByRole('button', { expanded: false }));
  const change = await screen.findByRole('row', { name: /^Zoomed out/ });
  expect(change.textContent).toBe('Zoomed outAs specifiedClusters up to zoom 9');
});
