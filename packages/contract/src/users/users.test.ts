import { expect, test } from 'vitest';
import { userNameOf } from './users.ts';

test.each([
  ['Anna', 'Ozola', 'Anna Ozola'],
  ['Anna', '', 'Anna'],
  ['', 'Ozola', 'Ozola'],
  ['', '', 'a@b.example'],
])('a user with the names %j and %j is called %j', (firstName, lastName, name) => {
  expect(userNameOf({ firstName, lastName, email: 'a@b.example' })).toBe(name);
});
