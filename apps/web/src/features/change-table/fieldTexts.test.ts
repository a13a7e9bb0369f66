import {
  editUser,
  getCompany,
  updateClassifier,
  updateGroup,
  updateMapLayer,
  updateUnit,
} from '@pgis/contract';
import { expect, test } from 'vitest';
import { fieldTexts } from './fieldTexts.ts';

/** Properties that are not logged, or logged in another form. */
const unlogged = [
  ...['id', 'id1', 'parentName', 'parentDescription', 'version', 'kind', 'sourceId', 'companyId', 'checked'],
  ...[
    'companyLanguage',
    'canAdd',
    'canEdit',
    'canManage',
    'kinds',
    'usedCount',
    'childClassifiers',
    'memberCount',
  ],
];

test.each([
  ['a user', editUser.body],
  ['a group', updateGroup.body],
  ['a unit', updateUnit.body],
  ['a company', getCompany.reply.schema],
  ['a layer, group or status', updateClassifier.body],
  ['a base layer', updateMapLayer.body],
])('D-LOG-01: every field of %s has a name in the log', (_, { properties }) => {
  const fields = Object.keys(properties).filter((field) => !unlogged.includes(field));
  expect(fields.length).toBeGreaterThan(1);
  expect(fields.filter((field) => !Object.hasOwn(fieldTexts, field))).toEqual([]);
});
