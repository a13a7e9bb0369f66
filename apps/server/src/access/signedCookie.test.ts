import { createHmac } from 'node:crypto';
import { limits } from '@pgis/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { readReportIds, rememberReport } from './openedReports.ts';
import type { Secrets } from './Secrets.ts';
import { readSigned, readSignedCookie, setSignedCookie, signText } from './signedCookie.ts';
import { readVisitor, visitorOf } from './visitorCookie.ts';

const secrets: Secrets = {
  tokenKeys: Promise.reject(new Error('cookies have keys of their own')),
  sign: async (purpose, text) => createHmac('sha256', purpose).update(text).digest(),
};
secrets.tokenKeys.catch(() => undefined);

const cookie = { name: 'shade', purpose: 'visitor-cookie', value: /^[a-z]+$/ } as const;

const requestWith = (text?: string, { isPublicHttps = false, protocol = 'http' } = {}) =>
  ({ headers: { cookie: text }, protocol, server: { isPublicHttps } }) as unknown as FastifyRequest;

/** A reply that remembers the cookie it is given. */
function makeReply() {
  const sent: string[] = [];
  const header = (name: string, value: string) => sent.push(`${name}: ${value}`);
  return { sent, reply: { header } as unknown as FastifyReply };
}

const pairOf = (sent: readonly string[]): string => /^set-cookie: ([^;]+)/.exec(sent[0] ?? '')?.[1] ?? '';

test('a signed text is read back, and nothing else', async () => {
  const signed = await signText(secrets, 'visitor-cookie', 'a.b');
  expect(await readSigned(secrets, 'visitor-cookie', signed)).toBe('a.b');
  const [body, signature = ''] = [signed.slice(0, 3), signed.slice(4)];
  const flipped = signature.startsWith('A') ? 'B' : 'A';
  const forged = [
    '',
    body,
    `${body}.`,
    `a.c.${signature}`,
    `${body}.${signature.slice(1)}`,
    `${body}.${flipped}${signature.slice(1)}`,
    `.${signature}`,
  ];
  for (const text of forged) expect(await readSigned(secrets, 'visitor-cookie', text)).toBeUndefined();
  expect(await readSigned(secrets, 'reports-cookie', signed)).toBeUndefined();
});

test('a cookie is found among others by its whole name, and only with a text of its pattern', async () => {
  const good = `shade=${await signText(secrets, 'visitor-cookie', 'oak')}`;
  const read = (header?: string) => readSignedCookie(secrets, requestWith(header), cookie);
  expect(await read(good)).toBe('oak');
  expect(await read(`first=1; ${good};last=2`)).toBe('oak');
  expect(await read(`night${good}; other=${good}`)).toBeUndefined();
  expect(await read('shade=oak')).toBeUndefined();
  expect(await read(`shade=${await signText(secrets, 'visitor-cookie', 'OAK')}`)).toBeUndefined();
  expect(await read(undefined)).toBeUndefined();
});

test('a cookie stays a year, out of reach of scripts, and is Secure where the address is https', async () => {
  const set = async (options?: object) => {
    const { sent, reply } = makeReply();
    const exchange = { request: requestWith(undefined, options), reply };
    await setSignedCookie(secrets, exchange, { ...cookie, text: 'oak' });
    return sent;
  };
  const value = await signText(secrets, 'visitor-cookie', 'oak');
  const plain = `set-cookie: shade=${value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`;
  expect(await set()).toEqual([plain]);
  expect(await set({ isPublicHttps: true })).toEqual([`${plain}; Secure`]);
  expect(await set({ protocol: 'https' })).toEqual([`${plain}; Secure`]);
});

test('a visitor keeps their identifier; a browser without one gets one with the answer', async () => {
  const first = makeReply();
  const id = await visitorOf(secrets, requestWith(), first.reply);
  const request = requestWith(pairOf(first.sent));
  expect(await readVisitor(secrets, request)).toBe(id);
  const second = makeReply();
  expect(await visitorOf(secrets, request, second.reply)).toBe(id);
  expect(second.sent).toEqual([]);
  expect(await readVisitor(secrets, requestWith())).toBeUndefined();
});

test('D-CLS-07: a browser remembers the reports that were opened in it, the newest first and each once', async () => {
  let header: string | undefined;
  const open = async (id: number) => {
    const { sent, reply } = makeReply();
    await rememberReport(secrets, { request: requestWith(header), reply }, id);
    header = pairOf(sent);
  };
  expect(await readReportIds(secrets, requestWith())).toEqual([]);
  for (const id of [3, 4, 5, 4]) await open(id);
  expect(await readReportIds(secrets, requestWith(header))).toEqual([4, 5, 3]);
  for (let id = 1; id <= limits.openedReports; id += 1) await open(100 + id);
  const remembered = await readReportIds(secrets, requestWith(header));
  expect(remembered).toHaveLength(limits.openedReports);
  expect([remembered[0], remembered.at(-1)]).toEqual([100 + limits.openedReports, 101]);
});
