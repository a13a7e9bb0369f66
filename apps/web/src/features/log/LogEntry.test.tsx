import type { LogRow } from '@pgis/contract';
import { cleanup, screen } from '@testing-library/react';
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
  expect(await textOf({})).toContain('Layer, group or status changedTrees');
  expect(await textOf({ action: 'FILE_ADDED', entity: 'company', entityName: 'Town' })).toContain(
    'File addedCompany Town',
  );
  expect(await textOf({ entityName: '' })).toContain('changedLayer, group or status');
});
