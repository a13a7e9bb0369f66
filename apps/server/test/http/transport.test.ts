import { type ErrorBody, errorCodes, errorValues, languages, limits } from '@pgis/contract';
import { calls } from '@pgis/contract/calls';
import { addActors, describeOnOneDatabase, signIn, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const json = { 'content-type': 'application/json' };

describeOnOneDatabase('HTTP', (getDatabase) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase());
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const token = (payload: string | object, headers: Record<string, string> = json) =>
    t.call<ErrorBody>({ method: 'POST', url: '/api/v1/token', headers, payload });
  const expectError = (answer: { status: number; json: ErrorBody }, status: number, error: string) =>
    expect([answer.status, answer.json.error]).toEqual([status, error]);

  test('D-ERR-01: an error has its code, a text in the reader’s language, the request’s id and the problems', async () => {
    const answers = [];
    for (const language of languages)
      answers.push(await token({ email: 'a@b.example' }, { ...json, 'accept-language': language }));
    for (const { status, json: body, headers } of answers) {
      expect(status).toBe(400);
      expect(body).toEqual({
        error: 'VALIDATION',
        message: expect.any(String),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        errors: [{ path: '/password', code: 'REQUIRED' }],
      });
      expect(headers['x-request-id']).toBe(body.requestId);
      expect(body.message).not.toBe('VALIDATION');
    }
    expect(new Set(answers.map(({ json: body }) => body.message)).size).toBe(languages.length);
  });

  test('D-API-02: unknown properties are 400, all problems of a body at once', async () => {
    const answer = await token({ email: ' ', password: 7, remember: true, 'a/b': 1 });
    expectError(answer, 400, 'VALIDATION');
    expect(answer.json.errors?.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: '/a~1b', code: 'UNKNOWN_PROPERTY' },
      { path: '/email', code: 'TOO_SHORT' },
      { path: '/password', code: 'WRONG_TYPE' },
      { path: '/remember', code: 'UNKNOWN_PROPERTY' },
    ]);
  });

  test('D-ERR-01: a body of very many problems gets a short answer', async () => {
    const payload = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`p${i}`, i]));
    const answer = await token(payload);
    expectError(answer, 400, 'VALIDATION');
    expect(answer.json.errors?.length).toBeLessThanOrEqual(100);
  });

  test('D-ERR-01: what is no JSON, is poisoned or is broken UTF-8 is BAD_JSON', async () => {
    expectError(await token('{"email":'), 400, 'BAD_JSON');
    expectError(await token('{"__proto__":{"email":"a"}}'), 400, 'BAD_JSON');
    expectError(await token('{"constructor":{"prototype":{}}}'), 400, 'BAD_JSON');
    const latin1 = await t.call<ErrorBody>({
      method: 'POST',
      url: '/api/v1/token',
      headers: json,
      payload: Buffer.from('{"email":"\xe4"}', 'latin1'),
    });
    expectError(latin1, 400, 'BAD_JSON');
  });

  test('D-ERR-01: a text that no database can keep is refused with its path', async () => {
    for (const bad of ['\\u0000', '\\ud800']) {
      const answer = await token(`{"email":"a${bad}b","password":"x"}`);
      expectError(answer, 400, 'VALIDATION');
      expect(answer.json.errors).toEqual([{ path: '/email', code: 'NOT_ALLOWED' }]);
    }
  });

  test('D-ERR-01: a body of another type is 415, no body at all is 400', async () => {
    expectError(
      await token('email=a', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expectError(await token('', json), 400, 'VALIDATION');
    expectError(await t.call({ method: 'POST', url: '/api/v1/token' }), 400, 'VALIDATION');
  });

  test('D-ERR-01: a body may have its limit and not one byte more', async () => {
    const bodyOf = (bytes: number) => {
      const start = '{"email":"a@b.example","password":"';
      return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
    };
    const limit = limits.bodyBytes.other;
    expectError(await token(bodyOf(limit)), 400, 'VALIDATION');
    expectError(await token(bodyOf(limit + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('D-ERR-01: an e-mail is measured in UTF-16 units after trimming, at N and N + 1', async () => {
    const maxLength = limits.accountEmailLength;
    const emailOf = (units: number) => `  ${'😀'.repeat(2)}${'x'.repeat(units - 4)}  `;
    expectError(await token({ email: emailOf(maxLength), password: 'x' }), 400, 'INVALID_CREDENTIALS');
    const over = await token({ email: emailOf(maxLength + 1), password: 'x' });
    expect(over.json.errors).toEqual([{ path: '/email', code: 'TOO_LONG' }]);
  });

  test('D-ERR-01: a query key given twice is 400', async () => {
    const answer = await t.call<ErrorBody>({ url: '/api/v1/settings?a=1&b=2&a=3' });
    expectError(answer, 400, 'VALIDATION');
    expect(answer.json.errors).toEqual([{ path: 'query/a', code: 'DUPLICATE' }]);
  });

  test('D-ERR-01: an id in the path is a number; no such address is 404', async () => {
    const { users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.reader);
    const answer = await t.call<ErrorBody>({ url: '/api/v1/user/seven', headers });
    expectError(answer, 400, 'VALIDATION');
    expect(answer.json.errors).toEqual([{ path: 'path/userId', code: 'WRONG_TYPE' }]);
    expectError(await t.call({ url: '/api/v1/nothing' }), 404, 'NOT_FOUND');
    expectError(
      await t.call({ method: 'POST', url: '/api/v1/nothing', headers: json, payload: '{' }),
      404,
      'NOT_FOUND',
    );
    expectError(await t.call({ method: 'DELETE', url: '/api/v1/settings' }), 404, 'NOT_FOUND');
  });

  test('D-API-01: calls with an empty body take nothing or {}, with or without a content type', async () => {
    const { users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.moduleAdmin);
    const absent = users.moduleAdmin.id + 1_000_000;
    const url = `/api/v1/geoms/${absent}/restore`;
    const status = async (options: { headers?: Record<string, string>; payload?: string }) =>
      (await t.call({ method: 'POST', url, ...options, headers: { ...headers, ...options.headers } })).status;
    expect(await status({})).toBe(404);
    expect(await status({ headers: json })).toBe(404);
    expect(await status({ headers: json, payload: '{}' })).toBe(404);
    expect(await status({ payload: '{}' })).toBe(404);
    expect(await status({ headers: json, payload: '{"x":1}' })).toBe(400);
    expect(await status({ headers: { 'content-type': 'text/plain' }, payload: '{}' })).toBe(415);
  });

  test('D-ERR-01: all calls of the contract are served', async () => {
    const missing = calls.filter(({ method, path }) => !t.app.hasRoute({ method, url: path }));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('D-ERR-01: every code has a text in every language', async () => {
    const { readErrorMessages } = await import('../../src/errors/errorMessages.ts');
    const messageOf = readErrorMessages(t.deps.translations);
    const without = languages.flatMap((language) =>
      errorCodes
        .filter((code) => messageOf({ code }, language) === code)
        .map((code) => `${language} ${code}`),
    );
    expect(without).toEqual([]);
  });

  test('D-ERR-01: a text names exactly the values that its code comes with', async () => {
    const { readErrorMessages } = await import('../../src/errors/errorMessages.ts');
    const messageOf = readErrorMessages(t.deps.translations);
    const named = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
    for (const language of languages)
      for (const code of errorCodes) {
        const values: readonly string[] =
          code in errorValues ? errorValues[code as keyof typeof errorValues] : [];
        expect(named(messageOf({ code }, language)), `${language} ${code}`).toEqual([...values].sort());
      }
    const values = { name: 'Roads & <b>', count: 78_099 };
    expect(messageOf({ code: 'LAYER_NOT_EMPTY', values }, 'en')).toBe(
      'The layer “Roads & <b>” still has objects (78\u00a0099). Remove its data first.',
    );
  });

  test('security headers stand on every kind of answer', async () => {
    for (const url of ['/api/v1/settings', '/api/v1/nothing', '/healthz', '/api/docs/static/index.html']) {
      const { headers } = await t.call({ url });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('base layers are images of any https server, or of those that the setting names', async () => {
    const imageSourcesOf = async (env: Record<string, string>) => {
      await using fresh = await startTestApp(getDatabase(), { env });
      const { headers } = await fresh.call({ url: '/healthz' });
      return /img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
    };
    expect(await imageSourcesOf({})).toBe("'self' data: blob: https:");
    expect(await imageSourcesOf({ BASE_LAYER_HOSTS: 'tile.openstreetmap.org' })).toBe(
      "'self' data: blob: https://tile.openstreetmap.org https://*.tile.openstreetmap.org",
    );
  });

  test('TRACE is not served', async () => {
    const { status, text } = await t.call({
      method: 'TRACE' as 'GET',
      url: '/api/v1/settings',
      headers: { 'x-canary': 'echoed' },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('echoed');
  });

  test('an address of the sender that nobody vouches for counts for nothing', async () => {
    const forged = {
      'x-forwarded-for': '198.51.100.7',
      forwarded: 'for=198.51.100.7',
      'x-real-ip': '198.51.100.7',
    };
    const payload = JSON.stringify({ email: 'nobody@example.org', password: 'no password' });
    expect((await token(payload, { ...json, ...forged })).status).toBe(400);
    const row = await getDatabase()
      .db.selectFrom('audit_log')
      .select('ip')
      .where('action', '=', 'LOGIN_FAILED')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(row.ip).toBe('127.0.0.1');
  });

  test('HSTS comes with an https address only', async () => {
    expect((await t.call({ url: '/healthz' })).headers['strict-transport-security']).toBeUndefined();
    await using behindTls = await startTestApp(getDatabase(), { env: { PUBLIC_URL: 'https://map.example' } });
    const { headers } = await behindTls.call({ url: '/healthz' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('answers of calls are not kept by caches', async () => {
    expect((await t.call({ url: '/api/v1/settings' })).headers['cache-control']).toBe('no-store');
    expect((await t.call({ url: '/api/docs/json' })).headers['cache-control']).toBe('no-cache');
  });

  test('health and readiness answer', async () => {
    expect((await t.call({ url: '/healthz' })).json).toEqual({ status: 'ok' });
    expect((await t.call({ url: '/readyz' })).json).toEqual({ status: 'ready' });
  });

  test('the API page describes every call, with its policy and errors', async () => {
    const { json: document } = await t.call<{ paths: Record<string, Record<string, Operation>> }>({
      url: '/api/docs/json',
    });
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      calls.map(({ name }) => name).toSorted(),
    );
    const createToken = document.paths['/api/v1/token']?.post;
    expect(createToken?.requestBody?.content['application/json']?.schema.properties.email).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: limits.accountEmailLength,
    });
    expect(createToken?.responses['429']?.description).toBe('TOO_MANY_ATTEMPTS');
    expect((await t.call({ url: '/api/docs/' })).text).toContain('swagger');
  });

  test('calls that need no session are braked at 600 a minute and address', async () => {
    await using fresh = await startTestApp(getDatabase());
    const dispose = () =>
      fresh.call({ method: 'POST', url: '/api/v1/token/dispose', payload: { accessToken: 'none' } });
    const statuses = new Map<number, number>();
    for (let i = 0; i < limits.tokenCallsPerMinute; i += 1) {
      const { status } = await dispose();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([[204, limits.tokenCallsPerMinute]]);
    const over = await dispose();
    expect(over.status).toBe(429);
    expect((over.json as ErrorBody).error).toBe('TOO_MANY_REQUESTS');
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
  });
});

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly properties: Record<string, unknown> } }>;
  };
  readonly responses: Record<string, { readonly description: string }>;
}
