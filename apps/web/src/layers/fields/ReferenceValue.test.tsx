import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { ReferenceValue } from './ReferenceValue.tsx';

const server = startFakeServer();
const route = 'GET /api/v1/classifiers/12/references';

beforeEach(() => server.reset());
afterEach(cleanup);

test('a name is a link to its object, a deleted one is called so, and a hidden one is a number; one call reads all', async () => {
  server.on(route, () => ({
    body: [
      { id: 4294967306, reference: '1-10', name: 'Meadow', isDeleted: false },
      { id: 4294967308, reference: '1-12', name: '', isDeleted: true },
    ],
  }));
  await renderOnMap(
    <ul>
      {['1-10', '1-11', '1-12', 'older text'].map((value) => (
        <li key={value}>
          <ReferenceValue layerId={12} value={value} />
        </li>
      ))}
    </ul>,
  );
  const link = await screen.findByRole('link', { name: 'Meadow' });
  expect(link.getAttribute('href')).toBe('#/en/dashboard?object=4294967306');
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Meadow',
      '1-11',
      '1-12 (deleted)',
      'older text',
    ]),
  );
  expect(server.sent.filter((one) => one.route === route).map(({ query }) => query.ids)).toEqual([
    '4294967306,4294967307,4294967308',
  ]);
});
