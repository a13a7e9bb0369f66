import { expect, test } from 'vitest';
import type { VisibleObject } from './getVisibleObject.ts';
import { toGeom } from './toGeom.ts';

const moment = new Date('2026-11-22T10:00:00Z');
const comment = { content: 'x', status: 'Done', statusId: 9, statusType: 'fixed' as const };
const object = {
  row: {
    id: 2 ** 32 + 17,
    classId: 7,
    name: 'Oak',
    description: 'Topic',
    data: { aat: 5, bon: null, valdosaSuga: '', age: 40 },
    isPublic: true,
    wkt: 'POINT(1 2)',
    userEmail: 'reporter@example.org',
    upvoteCount: 3,
    review: null,
    hiddenReason: '',
    version: 2,
    createdAt: moment,
    updatedAt: moment,
  },
  owner: { name: 'Trees' },
  viaLayer: {
    companyLanguage: 'en',
    name: 'Old trees',
    names: { en: 'Old trees', lv: 'Veci koki' },
    groupName: 'Forest',
    groupNames: { en: 'Forest' },
  },
  language: 'lv',
  rights: { seesReporterEmail: false, edits: true },
  canDelete: false,
  canUpvote: true,
  canHide: false,
  latestComment: { ...comment, id: 3 },
  comments: [
    {
      ...comment,
      id: 3,
      isPublic: true,
      added: '',
      author: 'A',
      authorId: 5,
      canDelete: true,
    },
  ],
} as unknown as VisibleObject;

test('an object on the wire holds what the actor may know, under the layer that shows it', () => {
  expect(toGeom(object)).toEqual({
    id: 2 ** 32 + 17,
    reference: '1-17',
    name: 'Oak',
    description: 'Topic',
    classId: 7,
    layerName: 'Veci koki',
    layerGroupName: 'Forest',
    isPublic: true,
    data: '{"aat":5,"bon":null,"valdosaSuga":"","age":40}',
    wkt: 'POINT(1 2)',
    latestComment: comment,
    comments: [{ ...comment, id: 3, isPublic: true, added: '', author: 'A', canDelete: true }],
    review: null,
    hiddenReason: '',
    upvoteCount: 3,
    canWrite: true,
    canDelete: false,
    canUpvote: true,
    canHide: false,
    version: 2,
    createdAt: '2026-11-22T10:00:00.000Z',
    updatedAt: '2026-11-22T10:00:00.000Z',
    // DATA-11: keys of a forest stand, as text.
    aat: '5',
    valdosaSuga: '',
  });
});

test('the reporter’s address goes to those alone who may see it; without a comment there is none', () => {
  const rights = { ...object.rights, seesReporterEmail: true };
  expect(toGeom({ ...object, rights }).userEmail).toBe('reporter@example.org');
  expect('userEmail' in toGeom(object)).toBe(false);
  expect(toGeom({ ...object, latestComment: null }).latestComment).toBeNull();
});
