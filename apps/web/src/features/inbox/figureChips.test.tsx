import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { FigureFilter } from '../../objects/inboxLocation.ts';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { FigureChips } from './FigureChips.tsx';

const server = startFakeServer();
afterEach(cleanup);

function Chips({ start }: { readonly start: FigureFilter }) {
  const [figure, setFigure] = useState(start);
  return <FigureChips figure={figure} cases={[]} onChange={setFigure} />;
}

test('name the unit of an empty list, and the next chip has the focus when one is taken away', async () => {
  server.on('GET /api/v1/cases', ({ query }) => ({
    body: { items: query._unit === '7' ? [{ unit: { id: 7, name: 'Road service' } }] : [] },
  }));
  writeStored('currentUser', aUser());
  await renderOnMap(<Chips start={{ _unit: 7, _minAge: 3, _cell: '500,1,1' }} />);
  await screen.findByRole('button', { name: 'Remove filter Unit: Road service' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Age ≥ 3 d' }));
  expect(document.activeElement?.textContent).toBe('Unit: Road service');
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter One hexagon' }));
  expect(document.activeElement?.textContent).toBe('Unit: Road service');
});
