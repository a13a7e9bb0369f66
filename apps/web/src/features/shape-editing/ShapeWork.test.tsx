import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ShapeEdit } from '../../map/index.ts';
import { aGeom } from '../../testing/aGeom.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import ShapeWork from './ShapeWork.tsx';

startFakeServer();
afterEach(cleanup);

const opened: ShapeEdit = {
  id: aGeom().id,
  kind: 'polygon',
  geometry: { type: 'Point', coordinates: [0, 0] },
  canUndo: false,
  canRedo: false,
  isDirty: false,
  isCrossing: false,
  isWhole: false,
  canRemove: false,
};
const renderWork = (changes: Partial<ShapeEdit>) =>
  renderOnMap(<ShapeWork edit={{ ...opened, ...changes }} base={aGeom()} />);
const enabled = () =>
  screen
    .getAllByRole<HTMLButtonElement>('button')
    .filter(({ disabled }) => !disabled)
    .map((button) => button.ariaLabel ?? button.getAttribute('aria-label') ?? button.textContent);

test.each<[string, Partial<ShapeEdit>, readonly string[], string]>([
  [
    'as it was opened',
    {},
    ['Move whole shape', 'Snap to objects', 'Cancel'],
    'Drag a point, or an edge to add one. Alt+click removes a point.',
  ],
  [
    'changed',
    { isDirty: true, canUndo: true },
    ['Undo', 'Move whole shape', 'Snap to objects', 'Cancel', 'Save'],
    'Drag a point, or an edge to add one. Alt+click removes a point.',
  ],
  [
    'crossing itself',
    { isDirty: true, canUndo: true, canRedo: true, isCrossing: true },
    ['Undo', 'Redo', 'Move whole shape', 'Snap to objects', 'Cancel'],
    'The outline crosses itself. Move or undo the last point.',
  ],
  [
    'with a selected point, moved as a whole',
    { canRemove: true, isWhole: true },
    ['Remove the selected point', 'Move whole shape', 'Snap to objects', 'Cancel'],
    'Drag the shape to its new position',
  ],
  ['a point', { kind: 'point' }, ['Snap to objects', 'Cancel'], 'Drag the point to its new position'],
])(
  'a shape %s offers what can be done with it, and says the next step',
  async (_, changes, buttons, help) => {
    await renderWork(changes);
    expect(enabled()).toEqual(buttons);
    expect(screen.getByRole('status').textContent).toBe(help);
    const isDirty = changes.isDirty === true;
    expect(screen.getByText(isDirty ? 'Not saved yet' : 'Not changed yet').dataset.dirty).toBe(
      isDirty ? 'true' : undefined,
    );
  },
);
