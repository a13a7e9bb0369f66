import { expect, test } from 'vitest';
import { fillReply, listUnknownPlaceholders } from './replyTemplates.ts';

const values = {
  ...{ number: '1-106', address: 'Brīvības 1', topic: 'Hole', layer: 'Roads', status: 'Done', due: '' },
  ...{ unit: 'Roads {unit}', link: 'https://x' },
};

test('values replace their placeholders once; a missing one leaves a gap to fill in', () => {
  expect(fillReply('{number}: {address} by {due}. {unit} {number}', values)).toBe(
    '1-106: Brīvības 1 by …. Roads {unit} 1-106',
  );
  expect(fillReply('{nobody} {} }{', values)).toBe('{nobody} {} }{');
});

test('placeholders without a value are named as they were written', () => {
  expect(listUnknownPlaceholders('{number} {adrese} { address } {} {link')).toEqual([
    '{adrese}',
    '{ address }',
    '{}',
  ]);
});
