import type { Level } from '@pgis/contract';
import { describe, expect, test } from 'vitest';
import type { Actor, UserActor } from '../access/Actor.ts';
import { toLayerAccess } from './getLayerAccess.ts';
import { type Layer, showsAtZoom } from './Layer.ts';
import { isListedForVisitors, layerPermissions, toReporter } from './layerPermissions.ts';
import { kindBit } from './ObjectKind.ts';

const COMPANY = 1;
const UNIT = 10;
const user = (level?: Level, companyId = COMPANY): UserActor => ({
  kind: 'user',
  userId: 5,
  companyId,
  userName: '',
  language: 'en',
  unitLevels: new Map(level === undefined ? [] : [[UNIT, level]]),
  moduleAdmin: false,
  hasCustomReports: false,
  firstLogin: false,
  sessionId: '',
  address: '',
});
const visitor: Actor = { kind: 'anonymous', visitorId: 'v', reportIds: [3], address: '' };
const layerOf = (changes: Partial<Layer> = {}) =>
  ({
    id: 1,
    companyId: COMPANY,
    owner: { companyId: COMPANY, unitId: UNIT },
    allObjectsPublic: null,
    isOpen: true,
    zoomFrom: null,
    zoomTo: null,
    ...changes,
  }) as Layer;

test('the reporter of an object is known by account, cookie or the link of a mail', () => {
  expect(toReporter(user())).toEqual({ authorId: 5, visitorId: undefined, reportIds: [] });
  expect(toReporter(visitor)).toEqual({ authorId: undefined, visitorId: 'v', reportIds: [3] });
  expect(toReporter({ kind: 'anonymous', visitorId: undefined, address: '' }).reportIds).toEqual([]);
});

describe('the rights table for a layer', () => {
  test('a visitor', () => {
    expect(layerPermissions(visitor, layerOf())).toEqual({
      seesLayer: true,
      objects: 'marked',
      unreviewed: toReporter(visitor),
      seesExactPositions: false,
      seesInternalComments: false,
      seesReporterEmail: false,
      edits: false,
      deletes: 'no',
      comments: false,
      deletesComments: 'no',
      reviews: false,
      adds: 'open',
    });
  });

  test.each<[Level, object]>([
    [
      'Read',
      {
        seesReporterEmail: false,
        edits: false,
        deletes: 'no',
        comments: false,
        deletesComments: 'no',
        reviews: false,
        adds: 'open',
      },
    ],
    [
      'Write',
      {
        seesReporterEmail: true,
        edits: true,
        deletes: 'own',
        comments: true,
        deletesComments: 'own',
        reviews: true,
        adds: 'yes',
      },
    ],
    [
      'Admin',
      {
        seesReporterEmail: true,
        edits: true,
        deletes: 'yes',
        comments: true,
        deletesComments: 'yes',
        reviews: true,
        adds: 'yes',
      },
    ],
  ])('D-PERM: the level %s', (level, expected) => {
    expect(layerPermissions(user(level), layerOf())).toEqual({
      seesLayer: true,
      objects: 'all',
      unreviewed: 'all',
      seesExactPositions: true,
      seesInternalComments: true,
      ...expected,
    });
  });

  test('a layer that is not open takes objects of those alone who may add any', () => {
    const closed = layerOf({ isOpen: false });
    expect(layerPermissions(visitor, closed).adds).toBe('no');
    expect(layerPermissions(user('Read'), closed).adds).toBe('no');
    expect(layerPermissions(user('Write'), closed).adds).toBe('yes');
  });

  test('D-CLS-07 D-PERM-03: a layer without public objects exists for its company alone', () => {
    const [hidden, shown] = [layerOf({ allObjectsPublic: false }), layerOf({ allObjectsPublic: true })];
    expect([hidden, shown, layerOf()].map(isListedForVisitors)).toEqual([false, true, true]);
    expect(layerPermissions(visitor, hidden)).toMatchObject({ seesLayer: false, objects: 'none' });
    expect(layerPermissions(visitor, shown)).toMatchObject({ seesLayer: true, objects: 'all' });
    expect(layerPermissions(user(), hidden)).toMatchObject({ seesLayer: true, objects: 'none' });
    expect(layerPermissions(user('Admin', 2), hidden)).toMatchObject({ seesLayer: false, objects: 'none' });
    const list = (actor: Actor) => toLayerAccess(actor, [hidden, shown]).map(({ layer }) => layer);
    expect(list(visitor)).toEqual([shown]);
    expect(list(user('Read'))).toEqual([hidden, shown]);
  });
});

test('D-CLS-13: both ends belong to the range of zoom levels', () => {
  const shownAt = (zoomFrom: number | null, zoomTo: number | null) =>
    [4, 5, 6, 7, 8].filter((zoom) => showsAtZoom(layerOf({ zoomFrom, zoomTo }), zoom));
  expect(shownAt(5, 7)).toEqual([5, 6, 7]);
  expect(shownAt(null, 5)).toEqual([4, 5]);
  expect(shownAt(7, null)).toEqual([7, 8]);
  expect(shownAt(null, null)).toEqual([4, 5, 6, 7, 8]);
});

test('each kind of geometry has a bit of its own', () => {
  expect(([1, 2, 3] as const).map(kindBit)).toEqual([1, 2, 4]);
});
