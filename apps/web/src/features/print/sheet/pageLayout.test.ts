import { expect, test } from 'vitest';
import { firstChoice, orientations, papers } from '../dialog/PrintChoice.ts';
import { arrangePage } from './pageLayout.ts';

test('PRINT-03: on a printed page everything is 75 percent wide', () => {
  for (const paper of papers)
    for (const orientation of orientations) {
      const layout = arrangePage(
        { ...firstChoice, paper, orientation },
        { hasLogo: true, legendEntries: [4] },
      );
      expect(layout.map.widthMm / layout.paper.widthMm).toBeCloseTo(0.75, 9);
    }
});

test('whatever stands around it, the map keeps most of the page and all of it fits', () => {
  for (const output of ['printer', 'pdf'] as const)
    for (const paper of papers)
      for (const orientation of orientations)
        for (const legendEntries of [[], [2], [10, 8, 9], [499]]) {
          const choice = { ...firstChoice, output, paper, orientation, header: 'Ceļi' };
          const { map, paper: size } = arrangePage(choice, { hasLogo: true, legendEntries });
          expect(map.heightMm).toBeGreaterThan(size.heightMm * 0.4);
          expect(map.heightMm).toBeLessThan(size.heightMm - 40);
        }
});

test('a legend of many rules goes to a page of its own', () => {
  const choice = { ...firstChoice, output: 'pdf' } as const;
  expect(arrangePage(choice, { hasLogo: false, legendEntries: [11] }).isLegendBelowMap).toBe(true);
  expect(arrangePage(choice, { hasLogo: false, legendEntries: [199] }).isLegendBelowMap).toBe(false);
});
