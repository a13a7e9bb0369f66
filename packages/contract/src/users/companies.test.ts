import { expect, test } from 'vitest';
import { listCompanyProblems, startViewRanges } from './companies.ts';

const stored = { email: 'odd address', website: 'odd site' };

test.each([
  [{ email: 'office@company.example', website: 'https://company.example/map' }, []],
  [{ email: '', website: ' ' }, []],
  [{ email: ' office@company.example ', website: ' company.example ' }, []],
  [stored, []],
  [{ email: 'office', website: 'company' }, ['/email EMAIL_FORMAT', '/website WEB_ADDRESS_FORMAT']],
])('the problems of the contact data %j are %j', (contact, problems) => {
  expect(listCompanyProblems(contact, stored).map(({ path, code }) => `${path} ${code}`)).toEqual(problems);
});

test('the map of a company starts within whole degrees of Web Mercator', () => {
  expect([startViewRanges.lon, startViewRanges.lat]).toEqual([
    { min: -180, max: 180 },
    { min: -85, max: 85 },
  ]);
});
