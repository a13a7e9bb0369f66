// @vitest-environment node
import { limits } from '@pgis/contract';
import { expect, test } from 'vitest';
import { writeLimits } from './inlineLimits.ts';

const from = (code: string, source = '@pgis/contract') =>
  writeLimits(`import { type Geom, limits } from '${source}';\n${code}`, 'a.tsx')
    .split('\n')
    .slice(1)
    .join('\n');

test('values stand in place of limits and of parts of their table', () => {
  expect(from('const a = <i b={limits.addressLength}>{limits.image\n .maxAgeS.toFixed(1)}</i>;')).toBe(
    `const a = <i b={(${limits.addressLength})}>{(${limits.image.maxAgeS}).toFixed(1)}</i>;`,
  );
  expect(from('limits.maxZoom', '../limits.ts')).toBe(`(${limits.maxZoom})`);
  expect(from('const { min } = limits.heatRadiusPx;')).toBe('const { min } = ({"min":8,"max":64});');
  for (const code of ['limits.none.such', 'a.limits.maxZoom', 'limits[a].b', 'limits'])
    expect(from(code)).toBe(code);
});

test('what is called limits and comes from elsewhere stays', () => {
  expect(from('limits.maxZoom', './zooms.ts')).toBe('limits.maxZoom');
  expect(writeLimits('const limits = {}; limits.maxZoom;', 'a.ts')).toBe(
    'const limits = {}; limits.maxZoom;',
  );
});
