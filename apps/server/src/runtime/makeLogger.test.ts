import { expect, test } from 'vitest';
import { makeLogger } from './makeLogger.ts';

test('an entry is one line of JSON with its time in UTC, whatever is logged', () => {
  const lines: string[] = [];
  const log = makeLogger('info', { write: (line: string) => void lines.push(line) });
  const forged = 'name\r\n{"level":30,"msg":"a forged entry"}\u2028\u0000';
  log.info({ name: forged }, forged);
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  expect(line.trimEnd()).not.toMatch(/[\r\n\0]/);
  expect(JSON.parse(line)).toMatchObject({
    name: forged,
    msg: forged,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

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
