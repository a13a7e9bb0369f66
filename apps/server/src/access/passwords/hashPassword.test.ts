import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './hashPassword.ts';

test('D-SESS-07: a password is kept as argon2id with 19 MiB and two rounds, each time with another salt', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43,}$/);
  expect(two).not.toBe(one);
});

test('D-SESS-07: a password counts as it was typed: no case, no space, no end of it is let go', async () => {
  const password = ` Correct ${'horse '.repeat(20)}`;
  const storedHash = await hashPassword(password);
  expect(await isPassword(storedHash, password)).toBe(true);
  for (const other of [password.toLowerCase(), password.trim(), password.slice(0, -1), `${password} `])
    expect(await isPassword(storedHash, other)).toBe(false);
  expect(await isPassword(null, password)).toBe(false);
});
