import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerFilter, toFatalError } from './wireAnswer.ts';

const ready = (status: string) => toMessage('Z', Buffer.from(status));
const row = (text: string) => toMessage('D', Buffer.from(text));

function toMessage(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

/** A body may hold anything, also what looks like a ReadyForQuery. */
const anyMessage = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((body) => toMessage('D', Buffer.from(body))),
  fc.constant(toMessage('D', ready('I'))),
  fc.constant(toMessage('C', Buffer.alloc(0))),
);

describe('AnswerFilter', () => {
  test.each(['P', 'B', 'D', 'E', 'C', 'H'])(
    'drops ReadyForQuery from an answer to %s, however it is cut',
    (type) => {
      fc.assert(
        fc.property(
          fc.array(anyMessage),
          fc.array(anyMessage),
          fc.constantFrom('I', 'T', 'E'),
          fc.infiniteStream(fc.integer({ min: 1, max: 12 })),
          (before, after, status, sizes) => {
            const filter = new AnswerFilter(type);
            const chunks = cut(Buffer.concat([...before, ready(status), ...after]), sizes);
            const passed = Buffer.concat(chunks.flatMap((chunk) => filter.pass(chunk)));
            expect(passed).toEqual(Buffer.concat([...before, ...after]));
            expect(filter.status).toBe(status);
          },
        ),
      );
    },
  );

  test.each(['Q', 'S', 'F'])('keeps ReadyForQuery in an answer to %s', (type) => {
    const filter = new AnswerFilter(type);
    const answer = Buffer.concat([row('a'), ready('T')]);
    expect(Buffer.concat(filter.pass(answer))).toEqual(answer);
    expect(filter.status).toBe('T');
  });

  test('gives copies: the engine reuses its memory', () => {
    const memory = row('before');
    const passed = Buffer.concat(new AnswerFilter('E').pass(memory));
    memory.fill(0);
    expect(passed).toEqual(row('before'));
  });
});

test('a fatal error carries its code and message', () => {
  const bytes = toFatalError('57014', 'too long');
  expect(bytes.readUInt32BE(1)).toBe(bytes.length - 1);
  expect(bytes.toString('utf8', 5)).toBe('SFATAL\0VFATAL\0C57014\0Mtoo long\0\0');
});

function cut(bytes: Buffer, sizes: Iterator<number>): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = sizes.next().value as number;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
