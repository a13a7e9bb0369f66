import { expect, test } from 'vitest';
import { toApiError } from './ApiError.ts';

test.each([
  [400, 'VALIDATION'],
  [401, 'NOT_SIGNED_IN'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [429, 'TOO_MANY_REQUESTS'],
  [500, 'INTERNAL'],
  [503, 'OVERLOADED'],
])('an answer of a proxy with %i has the nearest code, %s', (status, code) => {
  const error = toApiError(status, '<h1>Sorry</h1>', new Headers({ 'retry-after': '7' }));
  expect(error).toMatchObject({ status, code, retryAfterS: 7, problems: [] });
});

test('the code of an answer of the product wins over its status, also a code that this page does not know', () => {
  const body = { error: 'BRAND_NEW', message: 'Something new', requestId: 'r1' };
  expect(toApiError(403, body, new Headers())).toMatchObject({
    ...{ code: 'BRAND_NEW', serverMessage: 'Something new', requestId: 'r1', retryAfterS: undefined },
  });
  expect(toApiError(403, { error: 'Forbidden' }, new Headers()).code).toBe('FORBIDDEN');
});
