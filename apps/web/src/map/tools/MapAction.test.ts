import { expect, test } from 'vitest';
import { mapActions } from './MapAction.ts';

test('TOOL-06: the map actions are exactly these', () => {
  expect([...mapActions]).toEqual([
    'None',
    'DrawPoint',
    'DrawLine',
    'DrawPolygon',
    'SelectObject',
    'DragObject',
    'Print',
    'MeassureDistance',
    'MeassureArea',
  ]);
});
