import type { ErrorBody, Geom, Subscription } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { addLayer, describeOnEachDatabase, type SentMail, signIn } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('mails to reporters', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let layer: number;
  let reviewed: number;
  let statuses: Record<string, number>;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase(), { PUBLIC_URL: 'https://map.example' });
    layer = await addLayer(getDatabase(), openLayer());
    reviewed = await addReviewedLayer();
    statuses = await world.readStatusIds();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const openLayer = () =>
    ({ groupId: world.roadsGroup, allowPublicRegistration: true, name: 'Road damage' }) as const;
  const addReviewedLayer = () => addLayer(getDatabase(), { ...openLayer(), showAfterReview: true });
  const none: SentMail = { to: '', subject: '', text: '', headers: {} };
  let count = 0;
  const anAddress = () => {
    count += 1;
    return `reporter${count}@example.org`;
  };
  const ask = <T = Geom & ErrorBody>(...call: Parameters<ObjectWorld['ask']>) => world.ask<T>(...call);
  async function report(
    userEmail: string,
    {
      classId = layer,
      language = 'lv',
      requester = 'visitor' as Requester,
      headers = {} as Record<string, string>,
    } = {},
  ): Promise<number> {
    const payload = { wkt: 'POINT(7 7)', name: 'Brīvības iela 1', description: 'Bedre', classId, userEmail };
    const answer = await ask<{ id: number }>('POST', 'geoms/add', requester, {
      payload,
      headers: { 'accept-language': language, ...headers },
    });
    expect(answer.status).toBe(201);
    return answer.json.id;
  }
  const comment = (id: number, isPublic: boolean, status = 'In progress', headers = {}) =>
    ask('POST', `geoms/${id}/comment`, 'writer', {
      headers,
      payload: { content: 'Strādnieki ir ceļā', statusId: statuses[status], isPublic },
    });
  const mailsTo = async (email: string): Promise<SentMail[]> =>
    (await world.t.mails()).filter(({ to }) => to === email);
  const linkIn = ({ text }: SentMail, page: 'report' | 'mails') =>
    new RegExp(`https://map\\.example/#/(\\w\\w)/${page}/(\\S+)`).exec(text)?.slice(1, 3) ?? [];
  async function cookieFor(token: string): Promise<Record<string, string>> {
    const answer = await ask('POST', 'reports/open', 'visitor', { payload: { token } });
    expect(answer.status).toBe(200);
    return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
  }

  test('D-OBJ-07 D-OBJ-13: a receipt goes to the reporter, in the language of the report, with number and link', async () => {
    const email = anAddress();
    const id = await report(email);
    const [mail, ...others] = await mailsTo(email);
    if (mail === undefined) throw new Error('no receipt');
    expect(others).toEqual([]);
    const number = `${world.own.companyId}-${id % 2 ** 32}`;
    expect(mail.subject).toBe(`Jūsu ziņojums ${number} ir saņemts`);
    expect(mail.text).toContain(`Tā numurs ir ${number} (Road damage).`);
    expect(mail.text).toContain('Own company');
    expect(linkIn(mail, 'report')[0]).toBe('lv');
    const ru = anAddress();
    await report(ru, { language: 'ru' });
    expect((await mailsTo(ru))[0]?.subject).toMatch(/^Ваше сообщение .* получено$/);
    const en = anAddress();
    await report(en, { requester: 'foreigner', language: 'en-GB,de;q=0.5' });
    expect((await mailsTo(en))[0]?.subject).toMatch(/^We have received your report/);
  });

  test('D-OBJ-07: a receipt repeats nothing that was typed in, so that it carries nobody’s message to a stranger', async () => {
    const email = anAddress();
    await report(email);
    const [mail] = await mailsTo(email);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Brīvības|Bedre/);
  });

  test('who leaves no address gets no mail, and a repeated request no second one', async () => {
    const before = (await world.t.mails()).length;
    await report('');
    expect(await world.t.mails()).toHaveLength(before);
    const email = anAddress();
    const headers = { 'idempotency-key': 'mail-twice', ...newAddress() };
    const visitor = await ask('POST', 'geoms/add', 'visitor', {
      payload: { wkt: 'POINT(7 7)', name: 'a', description: 'b', classId: layer },
    });
    const cookie = String(visitor.headers['set-cookie']).split(';')[0] ?? '';
    const first = await report(email, { headers: { ...headers, cookie } });
    expect(await report(email, { headers: { ...headers, cookie } })).toBe(first);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('D-CLS-07: the link of the mail shows a waiting report in any browser, in every reading call, and nothing else', async () => {
    const email = anAddress();
    const layerId = await addReviewedLayer();
    const id = await report(email, { classId: layerId });
    const other = await report(anAddress(), { classId: layerId });
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('Citi to redzēs pēc pārbaudes');
    const token = linkIn(mail ?? none, 'report')[1] ?? '';
    expect((await ask('GET', `geoms/${id}`, 'visitor')).status).toBe(404);
    const headers = await cookieFor(token);
    expect((await ask('GET', `geoms/${id}`, 'visitor', { headers })).json).toMatchObject({
      review: 'waiting',
      name: 'Brīvības iela 1',
    });
    expect((await ask('GET', `geoms/${other}`, 'visitor', { headers })).status).toBe(404);
    const payload = { minx: -99, miny: -99, maxx: 99, maxy: 99, zoom: 18, classifiers: [layerId] };
    const load = async (sent: Record<string, string>) =>
      (
        await ask<{ features: { id: number }[] }>('POST', 'geoms/points', 'visitor', {
          payload,
          headers: sent,
        })
      ).json.features.map((feature) => feature.id);
    expect(await load(headers)).toEqual([id]);
    expect(await load({})).toEqual([]);
    expect((await ask('GET', `geoms/extent/${layerId}/${id}`, 'visitor', { headers })).status).toBe(200);
  });

  test('a link or a cookie that we did not sign opens nothing', async () => {
    const email = anAddress();
    const id = await report(email, { classId: reviewed });
    const other = await report(anAddress(), { classId: reviewed });
    const [mail] = await mailsTo(email);
    if (mail === undefined) throw new Error('no receipt');
    const token = linkIn(mail, 'report')[1] ?? '';
    const unsubscribe = linkIn(mail, 'mails')[1] ?? '';
    for (const bad of [token.replace(String(id), String(other)), unsubscribe, `${token}x`, 'x', '1.']) {
      const { status, json } = await ask('POST', 'reports/open', 'visitor', { payload: { token: bad } });
      expect([status, json.error]).toEqual([400, 'INVALID_LINK']);
    }
    const { cookie = '' } = await cookieFor(token);
    const forged = cookie.replace(String(id), String(other));
    for (const bad of [forged, cookie.replace('pgis_reports', 'pgis_visitor'), `pgis_reports=${token}`])
      expect((await ask('GET', `geoms/${other}`, 'visitor', { headers: { cookie: bad } })).status).toBe(404);
    expect(
      (await ask('GET', `geoms/${id}`, 'visitor', { headers: { cookie: `pgis_reports=${token}` } })).status,
    ).toBe(404);
  });

  itOnce('a browser remembers the reports of its links, the newest twenty of them', async () => {
    const ids = [];
    let cookie = '';
    for (let i = 0; i <= limits.openedReports; i += 1) {
      const email = anAddress();
      ids.push(await report(email, { classId: reviewed }));
      const token = linkIn((await mailsTo(email))[0] ?? none, 'report')[1];
      const answer = await ask('POST', 'reports/open', 'visitor', {
        payload: { token },
        headers: { cookie },
      });
      cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    }
    const answers = [];
    for (const id of ids)
      answers.push((await ask('GET', `geoms/${id}`, 'visitor', { headers: { cookie } })).status);
    expect(answers).toEqual([404, ...Array(limits.openedReports).fill(200)]);
  });

  test('D-UI-05 D-OBJ-07 D-CLS-03: a public comment tells the reporter the status in the reporter’s language, an internal one nothing', async () => {
    const email = anAddress();
    const id = await report(email);
    await mailsTo(email);
    expect((await comment(id, false)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(1);
    await comment(id, true);
    const news = (await mailsTo(email))[1];
    expect(news?.subject).toBe(`Jūsu ziņojums ${world.own.companyId}-${id % 2 ** 32}: Darbā`);
    expect(news?.text).toContain('Statuss: Darbā\n\n> Strādnieki ir ceļā');
    expect(news?.text).toContain('Brīvības iela 1, Bedre');
  });

  test('a comment that was deleted before its mail went tells nothing', async () => {
    const email = anAddress();
    const id = await report(email);
    await mailsTo(email);
    const { json } = await comment(id, true);
    expect((await ask('DELETE', `geoms/${id}/comment/${json.id}`, 'unitAdmin')).status).toBe(204);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('D-CLS-07: the reporter is told that the report was approved, hidden with the reason, and shown again', async () => {
    const email = anAddress();
    const id = await report(email, { classId: reviewed, language: 'en' });
    const decide = async (decision: string, payload?: object) => {
      expect((await ask('POST', `geoms/${id}/${decision}`, 'writer', payload && { payload })).status).toBe(
        200,
      );
      return (await mailsTo(email)).at(-1);
    };
    await mailsTo(email);
    expect((await decide('approve'))?.text).toContain('now visible to everyone on the map');
    const hidden = await decide('hide', { reason: 'It names a person' });
    expect(hidden?.subject).toMatch(/hidden$/);
    expect(hidden?.text).toContain('Reason:\n> It names a person');
    expect((await decide('unhide'))?.subject).toMatch(/on the map again$/);
    expect(await mailsTo(email)).toHaveLength(4);
    await decide('unhide');
    expect(await mailsTo(email)).toHaveLength(4);
  });

  test('one click ends the mails to an address, whatever its capitals, and another undoes it', async () => {
    const email = anAddress();
    const id = await report(email);
    const [mail] = await mailsTo(email);
    if (mail === undefined) throw new Error('no receipt');
    const token = linkIn(mail, 'mails')[1] ?? '';
    expect(mail.headers['List-Unsubscribe']).toBe(`<https://map.example/api/v1/unsubscribe/${token}>`);
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const path = `unsubscribe/${token}`;
    const get = () => ask<Subscription>('GET', path, 'visitor');
    expect((await get()).json).toEqual({
      about: 'reports',
      address: 're…@example.org',
      isSubscribed: true,
    });

    const clicked = await world.t.call<Subscription>({
      method: 'POST',
      url: `/api/v1/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([clicked.status, clicked.json.isSubscribed]).toEqual([200, false]);
    expect((await get()).json.isSubscribed).toBe(false);
    const logged = await getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'REPORTER_UNSUBSCRIBED')
      .where('entity_id', '=', id)
      .execute();
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('@');
    await comment(id, true);
    await report(email.toUpperCase());
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo(email.toUpperCase())).toEqual([]);

    expect((await ask<Subscription>('DELETE', path, 'visitor')).json.isSubscribed).toBe(true);
    await comment(id, true, 'Done');
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('RFC 8058: a multipart form clicks as well, with or without a session; other calls take no form', async () => {
    const email = anAddress();
    await report(email);
    const token = linkIn((await mailsTo(email))[0] ?? none, 'mails')[1] ?? '';
    const send = (url: string) =>
      world.t.call<Subscription & ErrorBody>({
        method: 'POST',
        url,
        headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: 'Bearer broken' },
        payload:
          '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      });
    expect((await send(`/api/v1/unsubscribe/${token}`)).json.isSubscribed).toBe(false);
    expect((await send('/api/v1/token')).status).toBe(415);
  });

  test('following the address of the header by hand leads to the page, and changes nothing', async () => {
    const email = anAddress();
    await report(email);
    const token = linkIn((await mailsTo(email))[0] ?? none, 'mails')[1] ?? '';
    const answer = await world.t.call({
      url: `/api/v1/unsubscribe/${token}`,
      headers: { accept: 'text/html,*/*', 'accept-language': 'ru' },
    });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `https://map.example/#/ru/mails/${token}`,
    ]);
    const { json } = await ask<Subscription>('GET', `unsubscribe/${token}`, 'visitor');
    expect(json.isSubscribed).toBe(true);
    const bad = await ask('GET', 'unsubscribe/1.abc', 'visitor');
    expect([bad.status, bad.json.error]).toEqual([400, 'INVALID_LINK']);
  });

  itOnce(
    'nobody’s mailbox is filled: 5 receipts an hour and 20 mails a day to one address, from wherever',
    async () => {
      const { receiptsPerHour, perDay } = limits.reporterMails;
      const email = anAddress();
      let id = 0;
      for (let i = 0; i <= receiptsPerHour; i += 1) id = await report(email);
      expect(await mailsTo(email)).toHaveLength(receiptsPerHour);
      world.t.clock.advance(3_601);
      await report(email);
      expect(await mailsTo(email)).toHaveLength(receiptsPerHour + 1);
      const commentLater = async () => {
        const { headers } = await signIn(world.t, world.own.users.writer);
        expect((await comment(id, true, 'Planned', headers)).status).toBe(200);
      };
      for (let i = 0; i < perDay; i += 1) await commentLater();
      expect(await mailsTo(email)).toHaveLength(perDay);
      world.t.clock.advance(86_400);
      await commentLater();
      expect(await mailsTo(email)).toHaveLength(perDay + 1);
      world.t.clock.advance(-3_601 - 86_400);
    },
  );

  test('once the address is erased no mail goes, and its links say that they are void', async () => {
    const email = anAddress();
    const id = await report(email);
    const token = linkIn((await mailsTo(email))[0] ?? none, 'mails')[1] ?? '';
    expect((await comment(id, true)).status).toBe(200);
    await getDatabase().db.updateTable('geoms').set({ user_email: '' }).where('id', '=', id).execute();
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await ask('GET', `unsubscribe/${token}`, 'visitor')).json.error).toBe('INVALID_LINK');
  });
});
