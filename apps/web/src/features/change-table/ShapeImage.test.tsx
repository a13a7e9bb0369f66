import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { ShapeImage } from './ShapeImage.tsx';

afterEach(cleanup);

test('both shapes of a change are drawn, and one that cannot be read is left out', async () => {
  await renderOnMap(<ShapeImage old="POINT(1 1)" now="LINESTRING(1 1,2 2)" />);
  const drawn = () =>
    [...screen.getByRole('img').children].map((group) =>
      [...group.children].map((shape) => `${shape.tagName}${shape.hasAttribute('data-area') ? ' area' : ''}`),
    );
  expect(drawn()).toEqual([['circle'], ['path']]);
  cleanup();
  await renderOnMap(<ShapeImage old={undefined} now="POLYGON((1 1,2 1,2 2,1 1))" />);
  expect(drawn()).toEqual([[], ['path area']]);
  cleanup();
  await renderOnMap(<ShapeImage old="POLYGON((1 1" now="POINT(2 2)" />);
  expect(screen.getByRole('img').querySelectorAll('circle, path')).toHaveLength(1);
  cleanup();
  await renderOnMap(<ShapeImage old="POLYGON((1 1" now={undefined} />);
  expect(screen.queryByRole('img')).toBeNull();
});
