import { expect, test } from 'vitest';
import { makeLogger } from './makeLogger.ts';

test('an error is logged with its causes, without e-mails, tokens and the values of rows', () => {
  const lines: string[] = [];
  const log = makeLogger('info', { write: (line: string) => void lines.push(line) });
  const cause = Object.assign(new Error('Key (email)=(person@example.org) already exists'), {
    code: '23505',
    detail: 'Failing row contains (secret)',
    constraint: 'users_email',
  });
  log.error({ err: new Error('with eyJhbGciOiJ9.eyJzdWIiOjF9.c2ln inside', { cause }) }, 'unexpected error');
  const line = lines.join('');
  expect(line).not.toMatch(/person@|eyJ|secret/);
  expect(JSON.parse(line).err).toMatchObject({
    message: 'with <token> inside',
    cause: { code: '23505', constraint: 'users_email', message: 'Key (email)=(<e-mail>) already exists' },
  });
});
