import { fieldLabels } from '@pgis/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { ReportFilterFields } from './ReportFilterForm.tsx';
import { emptyFilter } from './reportFilter.ts';
import { useReportFilter } from './useReportFilter.ts';

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

const streets = { field: 'street', operator: 'in', value: 'Mežs' } as const;

function Report() {
  const { values, settled, setValues } = useReportFilter(() => ({ ...emptyFilter, conditions: [streets] }));
  return (
    <>
      <ReportFilterFields
        fields={['street']}
        labels={fieldLabels({ layerFields: [], companyLanguage: 'en' }, 'en')}
        schemas={new Map()}
        values={values}
        onChange={setValues}
      />
      <output>{settled.conditions?.[0]?.value}</output>
    </>
  );
}

test('conditions with too many values say so, keep what was typed, and leave the report as it was', async () => {
  await renderOnMap(<Report />);
  fireEvent.click(screen.getByRole('button', { name: /^Fields/ }));
  const input = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Value' });
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  const settled = () => document.querySelector('output')?.textContent;
  const long = 'дубрава\n'.repeat(200);
  type(long);
  expect(screen.getByRole('alert').textContent).toMatch(/too many values/);
  expect(input.value).toBe(long);
  // Longer than the pause after typing.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(settled()).toBe('Mežs');
  type('Mežs\nLiepa');
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(settled()).toBe('Mežs\nLiepa'));
});
