import { type Company, limits } from '@pgis/contract';
import { describeOnEachDatabase } from '@pgis/testkit';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startCompanyWorld } from './CompanyWorld.ts';
import { companyBody } from './companyBody.ts';

const boundary = 'pgis-test-boundary';

/** A multipart form with one file. */
function formOf(content: Buffer, field = 'file', type = 'image/png'): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="logo"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

const drawLogo = (format: 'png' | 'jpeg' | 'webp' | 'gif', width = 300, height = 100) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6b91' } })
    .toFormat(format)
    .toBuffer();

describeOnEachDatabase('the company', (getDatabase, itOnce) => {
  const world = startCompanyWorld(getDatabase, { name: 'Own company' });
  const { headers } = world;

  const call = <T = { logoImage: string | null }>(
    who: keyof typeof headers | 'anonymous',
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    payload?: object | Buffer,
  ) =>
    world.t.call<T>({
      method,
      url,
      headers: {
        ...(who === 'anonymous' ? {} : headers[who]),
        ...(Buffer.isBuffer(payload) && { 'content-type': `multipart/form-data; boundary=${boundary}` }),
      },
      ...(payload && { payload }),
    });
  const codeOf = ({ status, json }: { status: number; json: unknown }) =>
    `${status} ${(json as { error?: string } | undefined)?.error ?? ''}`.trim();
  const companyUrl = () => `/api/v1/companies/${world.own.companyId}`;
  const logoUrl = () => `/api/v1/profile-files/load-logo/${world.own.companyId}`;
  const importLogo = (content: Buffer, field?: string) =>
    call('moduleAdmin', 'POST', '/api/v1/profile-files/import-logo', formOf(content, field));
  const actions = async () =>
    (
      await getDatabase()
        .db.selectFrom('audit_log')
        .select(['action', 'details'])
        .where('company_id', '=', world.own.companyId)
        .where('entity', '=', 'company')
        .orderBy('id')
        .execute()
    ).map(({ action, details }) => ({ action, details }));

  test('API-COMP-01 API-COMP-02 D-COMP-01 DATA-28: the company is read by its users and changed by its module Admin', async () => {
    const { json: before } = await call<Company>('nobody', 'GET', companyUrl());
    expect(before).toEqual({
      id: world.own.companyId,
      ...companyBody('Own company'),
    });
    const changed: Company = {
      ...before,
      name: 'Jūrmalas mežs',
      website: 'https://mezs.example',
      defaultCenter: [23.77, 56.97],
      defaultZoom: 12,
    };
    expect((await call<Company>('moduleAdmin', 'PUT', companyUrl(), changed)).json).toEqual(changed);
    expect((await call<Company>('reader', 'GET', companyUrl())).json).toEqual(changed);
    expect((await actions()).at(-1)).toEqual({
      action: 'COMPANY_UPDATED',
      details: {
        old: { name: 'Own company', website: '', defaultCenter: null, defaultZoom: null },
        new: {
          name: 'Jūrmalas mežs',
          website: 'https://mezs.example',
          defaultCenter: [23.77, 56.97],
          defaultZoom: 12,
        },
      },
    });
  });

  test('an address is one of mail or of the web; what was stored before may stay', async () => {
    const save = (changes: Partial<Company>) =>
      call<{ errors?: unknown }>('moduleAdmin', 'PUT', companyUrl(), {
        ...companyBody('Own company'),
        ...changes,
      });
    const email = { path: '/email', code: 'EMAIL_FORMAT' };
    const website = { path: '/website', code: 'WEB_ADDRESS_FORMAT' };
    for (const text of ['nope', 'a@b, c@d', 'x@'])
      expect([text, (await save({ email: text })).json.errors]).toEqual([text, [email]]);
    for (const text of [
      'javascript:alert(1)',
      'nope',
      'ftp://files.example',
      'https://',
      'two words.example',
    ])
      expect([text, (await save({ website: text })).json.errors]).toEqual([text, [website]]);
    expect((await save({ email: 'x', website: 'y' })).json.errors).toEqual([email, website]);
    for (const text of ['', 'mezs.example', 'http://mezs.example:8080/par?x#y', 'https://mežs.example'])
      expect([text, (await save({ email: 'a@b.example', website: text })).status]).toEqual([text, 200]);
    const { db } = getDatabase();
    const old = { email: 'nope', website: 'javascript:alert(1)' };
    await db.updateTable('companies').set(old).where('company_id', '=', world.own.companyId).execute();
    expect((await call<Company>('reader', 'GET', companyUrl())).json).toMatchObject(old);
    expect((await save({ ...old, phone: '1' })).status).toBe(200);
    expect((await save(companyBody('Own company'))).status).toBe(200);
  });

  test.each([
    ['no name', { name: ' ' }],
    ['a name of 201', { name: 'x'.repeat(limits.companyTextLength + 1) }],
    ['a place that is none', { defaultCenter: [181, 0] }],
    ['a zoom of 29', { defaultZoom: 29 }],
    ['an unknown property', { plan: 'gold' }],
  ])('API-COMP-02: %s is refused', async (_, change) => {
    const { json } = await call<Company>('moduleAdmin', 'GET', companyUrl());
    expect(codeOf(await call('moduleAdmin', 'PUT', companyUrl(), { ...json, ...change }))).toBe(
      '400 VALIDATION',
    );
  });

  test.each(['png', 'jpeg', 'webp'] as const)(
    'API-PROF-05 API-PROF-06 D-FILE-04 GEN-06 DATA-28: a logo as %s becomes a data URI of an image drawn again',
    async (format) => {
      const { status, json } = await importLogo(await drawLogo(format, 4_000, 500));
      expect(status).toBe(200);
      expect(json.logoImage).toMatch(/^data:image\/png;base64,/);
      const bytes = Buffer.from(json.logoImage?.split(',')[1] ?? '', 'base64');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1_600, height: 200 });
      expect((await call('nobody', 'GET', logoUrl())).json).toEqual(json);
    },
  );

  itOnce('API-PROF-07: the logo is taken away again, and each change is in the log', async () => {
    await importLogo(await drawLogo('png'));
    const url = `/api/v1/profile-files/delete-logo/${world.own.companyId}`;
    expect((await call('moduleAdmin', 'DELETE', url)).status).toBe(204);
    expect((await call('reader', 'GET', logoUrl())).json).toEqual({ logoImage: null });
    expect((await actions()).slice(-2).map(({ details }) => details)).toEqual([
      { removed: false },
      { removed: true },
    ]);
  });

  itOnce('D-FILE-04: what is no such image, more than 2 MB, or another form is refused', async () => {
    expect(codeOf(await importLogo(await drawLogo('gif')))).toBe('400 NO_PICTURE');
    expect(codeOf(await importLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toBe(
      '400 NO_PICTURE',
    );
    expect(codeOf(await importLogo((await drawLogo('png')).subarray(0, 60)))).toBe('400 NO_PICTURE');
    const padded = (size: number) => importLogo(Buffer.concat([Buffer.alloc(size)]));
    expect(codeOf(await padded(limits.logoBytes))).toBe('400 NO_PICTURE');
    expect(codeOf(await padded(limits.logoBytes + 1))).toBe('413 PAYLOAD_TOO_LARGE');
    expect(codeOf(await importLogo(await drawLogo('png'), 'logo'))).toBe('400 VALIDATION');
    const json = await call('moduleAdmin', 'POST', '/api/v1/profile-files/import-logo', {});
    expect(codeOf(json)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  test('D-FILE-04: an image of exactly 2 MB is accepted', async () => {
    const logoBytes = await drawLogo('png');
    // PNG readers stop at the end of the picture; what follows is only weight.
    const heavy = Buffer.concat([logoBytes, Buffer.alloc(limits.logoBytes - logoBytes.length)]);
    expect((await importLogo(heavy)).status).toBe(200);
  });

  itOnce(
    'D-PERM D-PERM-06: only the module Admin changes, and nobody of elsewhere learns anything',
    async () => {
      const body = { ...(await call<Company>('moduleAdmin', 'GET', companyUrl())).json };
      const form = formOf(await drawLogo('png'));
      const importUrl = '/api/v1/profile-files/import-logo';
      const deleteUrl = `/api/v1/profile-files/delete-logo/${world.own.companyId}`;
      for (const who of ['unitAdmin', 'writer', 'reader', 'nobody'] as const) {
        expect(codeOf(await call(who, 'PUT', companyUrl(), body))).toBe('403 FORBIDDEN');
        expect(codeOf(await call(who, 'POST', importUrl, form))).toBe('403 FORBIDDEN');
        expect(codeOf(await call(who, 'DELETE', deleteUrl))).toBe('403 FORBIDDEN');
      }
      for (const [who, expected] of [
        ['foreign', '404 NOT_FOUND'],
        ['anonymous', '401 NOT_SIGNED_IN'],
      ] as const) {
        expect(codeOf(await call(who, 'GET', companyUrl()))).toBe(expected);
        expect(codeOf(await call(who, 'PUT', companyUrl(), body))).toBe(expected);
        expect(codeOf(await call(who, 'GET', logoUrl()))).toBe(expected);
        expect(codeOf(await call(who, 'DELETE', deleteUrl))).toBe(expected);
      }
    },
  );
});
