import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { areasQuery } from './routingQueries.ts';

const server = startFakeServer();

test('areas are the polygons of a layer, named by their name, else their description, else their number', async () => {
  const one = { reference: '11-1', name: '', description: '', kind: 'polygon' };
  const items = [
    { ...one, id: 1, name: 'Centre', description: 'Old town' },
    { ...one, id: 2, description: 'Riverside' },
    { ...one, id: 3, reference: '11-3' },
    { ...one, id: 4, name: 'A tree', kind: 'point' },
  ];
  server.on('GET /api/v1/geoms/class-objects/11', () => ({ body: { items } }));
  expect(await new QueryClient().fetchQuery(areasQuery(11, 'cen'))).toEqual([
    { id: 1, name: 'Centre' },
    { id: 2, name: 'Riverside' },
    { id: 3, name: '11-3' },
  ]);
  expect(server.sent.at(-1)?.query).toEqual({ _size: '50', _q: 'cen' });
});
