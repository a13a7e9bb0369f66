import { fieldLabels } from '@pgis/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { ReportFilterFields } from './ReportFilterForm.tsx';
import { emptyFilter } from './reportFilter.ts';

startFakeServer();
afterEach(cleanup);

test('a period that ends before it starts is marked at its end', async () => {
  const show = (to: string) =>
    renderOnMap(
      <ReportFilterFields
        fields={[]}
        labels={fieldLabels({ layerFields: [], companyLanguage: 'en' }, 'en')}
        schemas={new Map()}
        values={{ ...emptyFilter, from: '2026-03-02', to }}
        onChange={() => {}}
      />,
    );
  await show('2026-03-01');
  expect(screen.getByText('The period ends before it starts')).toBeTruthy();
  cleanup();
  await show('2026-03-02');
  expect(screen.queryByText('The period ends before it starts')).toBeNull();
});
