import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  encryptionRequest,
  FrontendReader,
  findSql,
  parseStartupParameters,
  toQuery,
  toStartup,
  toSync,
} from './wireRequest.ts';

test('messages are found however their bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\0', '')),
        { maxLength: 8 },
      ),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
      (texts, sizes) => {
        const startup = toStartup({ user: 'postgres' });
        const bytes = Buffer.concat([encryptionRequest, startup, ...texts.map(toQuery), toSync()]);
        const reader = new FrontendReader();
        const messages = [];
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length] ?? 1;
          messages.push(...reader.push(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(messages.map(({ kind }) => kind).slice(0, 2)).toEqual(['encryption', 'startup']);
        const typed = messages.filter((message) => message.kind === 'typed');
        expect(typed.map(({ type }) => type)).toEqual([...texts.map(() => 'Q'), 'S']);
        expect(typed.slice(0, -1).map(({ type, bytes }) => findSql(type, bytes))).toEqual(texts);
      },
    ),
  );
});

test('startup parameters are read', () => {
  const bytes = toStartup({ user: 'postgres', statement_timeout: '5000' });
  expect([...parseStartupParameters(bytes)]).toEqual([
    ['user', 'postgres'],
    ['statement_timeout', '5000'],
  ]);
});

test('the SQL of Parse stands behind the name of its statement', () => {
  const parse = Buffer.concat([Buffer.from([0x50, 0, 0, 0, 0]), Buffer.from('name\0SELECT $1\0\0\0')]);
  expect(findSql('P', parse)).toBe('SELECT $1');
  expect(findSql('E', parse)).toBeUndefined();
});
