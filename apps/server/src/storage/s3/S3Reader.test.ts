import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3 } from '../testing/startS3.ts';
import { findObjectProblem, S3Objects } from './S3Objects.ts';
import { S3Reader } from './S3Reader.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const bytes = Uint8Array.from({ length: 1_000 }, (_, i) => i % 251);
const again = Uint8Array.from(bytes, (byte) => byte ^ 255);
const reader = new S3Reader();

test('reads ranges of one version; a replaced object is refused, never mixed', async () => {
  const objects = new S3Objects(s3.url('plain', 'files'));
  // The object lies beside the attached files, not below their prefix.
  await s3.put('plain', 'maps/a b.pmtiles', bytes);
  const object = await objects.get('s3://plain/maps/a%20b.pmtiles');
  expect(object).toMatchObject({ key: 'maps/a b.pmtiles', size: 1_000 });
  expect(await reader.read(object, { offset: 10, length: 20 })).toEqual(bytes.subarray(10, 30));
  expect(await reader.read(object, { offset: 0, length: 0 })).toHaveLength(0);
  await s3.put('plain', 'maps/a b.pmtiles', again);
  await expect(reader.read(object, { offset: 10, length: 20 })).rejects.toMatchObject({ reason: 'replaced' });
  const newer = await objects.get('s3://plain/maps/a%20b.pmtiles');
  expect(await reader.read(newer, { offset: 10, length: 20 })).toEqual(again.subarray(10, 30));
});

test('an object that is missing is undefined, or a clear error', async () => {
  const objects = new S3Objects(s3.url('plain'));
  expect(await objects.find('s3://plain/none')).toBeUndefined();
  await expect(objects.get('s3://plain/none')).rejects.toThrow(
    `There is no object none in the store ${s3.endpoint}, bucket plain`,
  );
});

test('a replaced object is noticed; while the store is away the last version counts', async () => {
  const store = await startS3();
  const objects = new S3Objects(store.url('plain'), { checkedMs: 1 });
  await store.put('plain', 'key', bytes);
  const first = await objects.find('s3://plain/key');
  await store.put('plain', 'key', again);
  const second = await objects.find('s3://plain/key');
  expect([first?.size, second?.size]).toEqual([1_000, 1_000]);
  expect(second?.etag).not.toBe(first?.etag);
  await store.close();
  const errors: unknown[] = [];
  expect(await objects.find('s3://plain/key', (error) => errors.push(error))).toEqual(second);
  expect(errors).toEqual([expect.objectContaining({ reason: 'away' })]);
  await expect(objects.find('s3://plain/other')).rejects.toMatchObject({ reason: 'away' });
});

test('an object that the store refuses after it was read is an error, not its last version', async () => {
  let status = 200;
  await withServer(
    (_, response) => response.writeHead(status, { etag, 'content-length': 4 }).end(),
    async (endpoint) => {
      const objects = new S3Objects(`s3://id:secret@bucket?endpoint=${endpoint}`, { checkedMs: 1 });
      expect(await objects.find('s3://bucket/key')).toMatchObject({ etag });
      status = 403;
      await new Promise((resolve) => setTimeout(resolve, 20));
      await expect(objects.find('s3://bucket/key')).rejects.toMatchObject({ reason: 'refused' });
    },
  );
});

test('the credentials of the storage go to its own server and to no other', async () => {
  const requests: string[] = [];
  await withServer(
    (request, response) => {
      requests.push(request.headers.authorization ?? '');
      response.writeHead(403).end();
    },
    async (endpoint) => {
      process.env.AWS_ACCESS_KEY_ID = 'other';
      process.env.AWS_SECRET_ACCESS_KEY = 'other';
      const objects = new S3Objects(s3.url('plain'));
      await expect(objects.get(`s3://plain/key?endpoint=${endpoint}`)).rejects.toThrow(/refuses to show key/);
    },
  );
  expect(requests.length).toBeGreaterThan(0);
  for (const authorization of requests) expect(authorization).toContain('Credential=other/');
});
afterEach(() => {
  delete process.env.AWS_ACCESS_KEY_ID;
  delete process.env.AWS_SECRET_ACCESS_KEY;
});

const etag = '"one"';
const damaged: Readonly<
  Record<string, { readonly listener: RequestListener; readonly reason: string; readonly text: RegExp }>
> = {
  'that ignores ranges': {
    listener: (_, response) => response.writeHead(200, { etag, 'content-length': 1_000 }).end(bytes),
    reason: 'unusable',
    text: /does not support byte ranges/,
  },
  'that ignores the version': {
    listener: (_, response) => response.writeHead(206, { etag: '"two"', 'content-length': 4 }).end('abcd'),
    reason: 'replaced',
    text: /was replaced/,
  },
  'that stops in the middle': {
    listener: (_, response) => {
      response.writeHead(206, { etag, 'content-length': 4 }).write('ab', () => response.destroy());
    },
    reason: 'away',
    text: /does not answer/,
  },
  'that never ends its answer': {
    listener: (_, response) => void response.writeHead(206, { etag, 'content-length': 4 }).write('ab'),
    reason: 'away',
    text: /does not answer/,
  },
  'that has the bucket in another region': {
    listener: (_, response) => response.writeHead(301).end(),
    reason: 'unusable',
    text: /answers with status 301/,
  },
  'that does not understand the request': {
    listener: (_, response) => response.writeHead(400).end(),
    reason: 'unusable',
    text: /answers with status 400/,
  },
  'with too many requests': {
    listener: (_, response) => response.writeHead(429).end(),
    reason: 'away',
    text: /does not answer/,
  },
  'with an internal error': {
    listener: (_, response) => response.writeHead(503).end(),
    reason: 'away',
    text: /does not answer/,
  },
  'that never answers': { listener: () => {}, reason: 'away', text: /does not answer/ },
};

describe('a store', () => {
  test.for(Object.entries(damaged))('%s: a clear error in time', async ([, { listener, reason, text }]) => {
    await withServer(listener, async (endpoint) => {
      const impatient = new S3Reader({ requestMs: 300 });
      const object = { ...{ location: locationOf(endpoint), key: 'key' }, etag, size: 1_000 };
      const read = impatient.read(object, { offset: 0, length: 4 });
      await expect(read).rejects.toMatchObject({ reason, message: expect.stringMatching(text) });
    });
  });

  test('that does not answer is not asked again for a while', async () => {
    let requests = 0;
    await withServer(
      () => {
        requests++;
      },
      async (endpoint) => {
        const impatient = new S3Reader({ requestMs: 100 });
        const address = { location: locationOf(endpoint), key: 'key' };
        await expect(impatient.open(address)).rejects.toMatchObject({ reason: 'away' });
        const before = requests;
        await expect(impatient.open(address)).rejects.toThrow('did not answer a moment ago');
        expect(requests).toBe(before);
        const forgiving = new S3Reader({ requestMs: 100, pauseMs: 0 });
        await expect(forgiving.open(address)).rejects.toThrow('does not answer');
        await expect(forgiving.open(address)).rejects.toThrow('does not answer');
      },
    );
  });
});

test('addresses that are no objects are refused', () => {
  expect(
    findObjectProblem('s3://bucket/maps/latvia.pmtiles?endpoint=https://s3.example&region=eu'),
  ).toBeUndefined();
  const cases: [text: string, problem: RegExp][] = [
    ['s3://[', /address such as/],
    ['s3://', /name of a bucket/],
    ['s3://bucket', /key of the object/],
    ['s3://bucket/', /key of the object/],
    ['s3://X/key', /name of a bucket/],
    ['s3://id:secret@bucket/key', /no credentials/],
    ['s3://bucket/key?endpoint=file:///etc', /https:/],
    ['s3://bucket/key?proxy=1', /proxy is not/],
  ];
  for (const [text, problem] of cases) expect(findObjectProblem(text), text).toMatch(problem);
});

function locationOf(endpoint: string) {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  return { ...{ bucket: 'bucket', endpoint, region: 'us-east-1' }, credentials };
}

async function withServer(
  listener: RequestListener,
  use: (endpoint: string) => Promise<void>,
): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
