import { expect, test } from 'vitest';
import type { DrawValues } from '../form/DrawValues.ts';
import type { AddableLayer } from '../form/useAddableLayers.ts';
import { findMissing, toAddress, toReportBody, toRequiredFields } from './toReport.ts';

const layer = {
  id: 11,
  name: 'Road damage on streets and pavements of the whole municipality',
  layerFields: [
    { name: 'depth', type: 'text', schema: { type: 'integer', required: true } },
    { name: 'surface', type: 'text' },
  ],
} as unknown as AddableLayer;
const values: DrawValues = {
  ...{ objectId: null, classId: 11, name: '', description: '', userEmail: '', isPublic: true },
  data: { depth: '5' },
};
const place = { isSuggested: false };
const complete = {
  lonLat: [24, 57],
  place,
  layer,
  values,
  wantsMails: false,
  photos: { isBusy: false },
} as const;

test.each([
  [{}, null],
  [{ place: null }, 'PLACE'],
  [{ place: { isSuggested: true } }, 'SURE'],
  [{ layer: undefined }, 'CATEGORY'],
  [{ values: { ...values, data: {} } }, 'FIELDS'],
  [{ photos: { isBusy: true } }, 'PHOTOS'],
  [{ wantsMails: true }, 'EMAIL'],
  [{ wantsMails: true, values: { ...values, userEmail: 'anna' } }, 'EMAIL'],
  [{ wantsMails: true, values: { ...values, userEmail: 'anna@example.com' } }, null],
] as const)('a report with %j lacks: %s', (change, missing) => {
  expect(findMissing({ ...complete, ...change })).toBe(missing);
});

test('DRAW-04 DRAW-06: the nearest address and the name of the category fit into the fields of an object', () => {
  const body = toReportBody({ ...complete, address: 'Brīvības gatve 214, Rīga, Vidzemes priekšpilsēta' });
  expect(body).toMatchObject({ classId: 11, isPublic: true, data: '{"depth":"5"}' });
  expect(body.name).toBe('Brīvības gatve 214, Rīga, Vidzemes priek');
  expect(body.description).toBe('Road damage on streets and pavements of the whole');
  expect(body).not.toHaveProperty('userEmail');
});

test('an address of a visitor who no longer wants mails is not sent', () => {
  const typed = { ...values, userEmail: 'anna@example.com', description: ' Deep ' };
  const body = (wantsMails: boolean) =>
    toReportBody({ ...complete, values: typed, wantsMails, address: 'A' });
  expect(body(false)).not.toHaveProperty('userEmail');
  expect(body(true)).toMatchObject({ userEmail: 'anna@example.com', description: 'Deep' });
});

test('a report in a layer that blurs positions names the town or the category, never the address', () => {
  const blurred = { ...layer, blurPositions: true };
  const town = { name: 'Rīga', isNamed: true };
  const coordinates = { name: '56.95, 24.10', isNamed: false };
  const typed = ' Brīvības gatve 214 ';
  expect(toAddress({ layer: blurred, typed, nearest: town })).toBe('Rīga');
  expect(toAddress({ layer: blurred, typed, nearest: coordinates })).toBe(layer.name);
  expect(toAddress({ layer, typed, nearest: town })).toBe('Brīvības gatve 214');
  expect(toAddress({ layer: undefined, typed: null, nearest: coordinates })).toBe('56.95, 24.10');
});

test('only fields that have to be filled in are asked for', () => {
  expect(toRequiredFields(layer).layerFields.map(({ name }) => name)).toEqual(['depth']);
});
