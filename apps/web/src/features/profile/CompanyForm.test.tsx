import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { companyQuery } from '../../layers/companyQuery.ts';
import { layerListQuery, statusesQuery } from '../../layers/layerQueries.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import { saveCompany } from './profileQueries.ts';

const server = startFakeServer();
const put = 'PUT /api/v1/companies/1';
const company = {
  id: 1,
  name: 'Town',
  regNumber: '',
  address: '',
  email: '',
  phone: '',
  website: '',
  language: 'en' as 'en' | 'lv',
  defaultCenter: null,
  defaultZoom: null,
};
beforeEach(() => {
  server.reset();
  server.on(put, () => ({ body: company }));
});
afterEach(cleanup);

const open = async (changes: Partial<typeof company> = {}) => {
  await renderOnMap(<CompanyForm company={{ ...company, ...changes }} />);
  const user = userEvent.setup();
  const fill = async (name: string, text: string) => {
    const field = screen.getByRole<HTMLInputElement>('textbox', { name });
    await user.clear(field);
    if (text !== '') await user.type(field, text);
    return field;
  };
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { fill, save };
};

test('D-COMP-01: addresses and positions that cannot be are named at their fields and not changed in silence', async () => {
  const { fill, save } = await open();
  await fill('E-mail', 'nope');
  await fill('Website', 'javascript:alert(1)');
  const latitude = await fill('Latitude', '95');
  await fill('Longitude', '24');
  await fill('Zoom', '99');
  await save();
  for (const text of [
    'Enter an e-mail address such as name@example.com',
    'Enter an address such as https://example.com',
    'Enter a number from -85 to 85',
    'Enter a number from 2 to 28',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(latitude.value).toBe('95');
  expect(server.countOf(put)).toBe(0);
  await fill('E-mail', 'town@example.org');
  await fill('Website', 'town.example.org');
  await fill('Latitude', '57');
  await fill('Zoom', '');
  await save();
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect(server.sent.findLast(({ route }) => route === put)?.body).toMatchObject({
    email: 'town@example.org',
    website: 'town.example.org',
    defaultCenter: [24, 57],
    defaultZoom: null,
  });
});

test('an address that was stored before does not block other changes', async () => {
  const { fill, save } = await open({ email: 'nope', website: 'javascript:alert(1)' });
  await fill('Phone', '1');
  await save();
  await waitFor(() => expect(server.countOf(put)).toBe(1));
});

test('another language of the company changes the names of layers and statuses, another phone does not', async () => {
  const client = new QueryClient();
  const queries = [layerListQuery(1), statusesQuery(1)];
  client.setQueryData(companyQuery(1).queryKey, company);
  for (const { queryKey } of queries) client.setQueryData([...queryKey], []);
  const save = async (changes: Partial<typeof company>) => {
    const saved = { ...company, ...changes };
    server.on(put, () => ({ body: saved }));
    await client.getMutationCache().build(client, saveCompany(1)).execute(saved);
    return queries.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated);
  };
  expect(await save({ phone: '1' })).toEqual([false, false]);
  expect(await save({ language: 'lv' })).toEqual([true, true]);
});
