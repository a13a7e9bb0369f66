import { randomBytes } from 'node:crypto';
import {
  addActors,
  addGroup,
  addLayer,
  describeOnEachDatabase,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { beforeEach, expect, test } from 'vitest';
import { takeJob } from '../../src/jobs/jobTable.ts';
import type { Mail, MailSender } from '../../src/mail/MailSender.ts';
import { smtpMail } from '../../src/mail/smtpMail.ts';
import { startSmtp } from '../../src/mail/testing/startSmtp.ts';

/** A mail server that can be away, and counts what it has taken. */
class FakeServer implements MailSender {
  isAway = false;
  readonly sent: Mail[] = [];
  tries = 0;

  async send(mail: Mail): Promise<string> {
    this.tries += 1;
    if (this.isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
    if (mail.to.startsWith('gone'))
      throw Object.assign(new Error('no such user'), { code: 'EENVELOPE', responseCode: 550 });
    this.sent.push(mail);
    return 'mail.example';
  }
}

describeOnEachDatabase('the queue of mails', (getDatabase, itOnce) => {
  // Each test counts and takes the mails of the whole queue.
  beforeEach(() => getDatabase().db.deleteFrom('jobs').where('kind', '=', 'mail').execute());

  /** Adds a layer with public registration. */
  async function openLayer(): Promise<number> {
    const { companyId, units } = await addActors(getDatabase());
    const groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads });
    return await addLayer(getDatabase(), { groupId, allowPublicRegistration: true });
  }
  let addresses = 0;
  async function report({ call }: TestApp, classId: number, userEmail: string): Promise<number> {
    addresses += 1;
    const answer = await call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: { 'x-forwarded-for': `10.9.${addresses >> 8}.${addresses & 255}` },
      payload: { wkt: 'POINT(1 1)', name: 'Brīvības iela 1', description: 'Pothole', classId, userEmail },
    });
    expect(answer.status).toBe(201);
    return answer.json.id;
  }
  const env = { TRUST_PROXY: 'true' };
  const anAddress = () => `${randomBytes(8).toString('hex')}@example.org`;
  const waiting = async () =>
    (
      await getDatabase()
        .db.selectFrom('jobs')
        .selectAll()
        .where('kind', '=', 'mail')
        .where('state', '=', 'waiting')
        .execute()
    ).filter(({ payload }) => payload.template === 'receipt');

  itOnce('D-OBJ-07: a mail server that is away for a day loses no mail, and gets each one once', async () => {
    const mail = new FakeServer();
    await using t = await startTestApp(getDatabase(), { env, deps: { mail } });
    const layer = await openLayer();
    mail.isAway = true;
    const addresses: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const email = anAddress();
      addresses.push(email);
      await report(t, layer, email);
    }
    const waitFor = async (minutes: number, stepM: number) => {
      for (let minute = 0; minute < minutes; minute += stepM) {
        await t.mails();
        t.clock.advance(stepM * 60);
      }
    };
    await waitFor(60, 1);
    expect(mail.tries).toBeLessThan(addresses.length * 15);
    await waitFor(23 * 60, 30);
    expect(mail.sent).toEqual([]);
    expect(await waiting()).toHaveLength(addresses.length);

    mail.isAway = false;
    t.clock.advance(900);
    await t.mails();
    expect(mail.sent.map(({ to }) => to).sort()).toEqual(addresses.sort());
    expect(await waiting()).toEqual([]);
  });

  itOnce('D-OBJ-07: a real mail server that comes back gets what was written while it was away', async () => {
    const first = await startSmtp();
    const { port } = first;
    const mail = smtpMail(first.url, 'PGIS <pgis@example.org>');
    await first[Symbol.asyncDispose]();
    await using t = await startTestApp(getDatabase(), { env, deps: { mail } });
    const email = anAddress();
    await report(t, await openLayer(), email);
    await t.mails();
    expect(await waiting()).toHaveLength(1);
    await using again = await startSmtp({}, port);
    t.clock.advance(60);
    await t.mails();
    expect(again.mails.map(({ to }) => to)).toEqual([[email]]);
    expect(await waiting()).toEqual([]);
  });

  test('RFC 8058 D-OBJ-07 D-USER-03: every mail about a report ends with one click, in its reader’s language; invitations and resets, asked for once, carry no such click', async () => {
    await using smtp = await startSmtp();
    const sender = smtpMail(smtp.url, 'PGIS <pgis@example.org>');
    const publicUrl = { PUBLIC_URL: 'https://map.example' };
    await using t = await startTestApp(getDatabase(), {
      env: { ...env, ...publicUrl },
      deps: { mail: sender },
    });
    const { companyId, units, users } = await addActors(getDatabase());
    const groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads });
    const open = { allowPublicRegistration: true, showAfterReview: true };
    const id = await report(t, await addLayer(getDatabase(), { groupId, ...open }), anAddress());
    const { headers } = await signIn(t, users.moduleAdmin);
    const send = async (path: string, payload?: object) => {
      const request = {
        method: 'POST',
        url: `/api/v1/${path}`,
        headers,
        ...(payload && { payload }),
      } as const;
      const answer = await t.call<{ items: { id: number }[] }>(request);
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    };
    await send(`geoms/${id}/approve`);
    const { id: statusId } = await getDatabase()
      .db.selectFrom('classifiers')
      .select('id')
      .where('company_id', '=', companyId)
      .where('kind', '=', 'status')
      .executeTakeFirstOrThrow();
    await send(`geoms/${id}/comment`, { content: 'Mended', statusId, isPublic: true });
    await send('user', { email: anAddress(), firstName: 'Līga', lastName: '', groupIds: [], language: 'lv' });
    await send('user/resend-password', { email: users.reader.email });
    await t.mails();

    // Mail servers fold long header lines.
    const raws = smtp.mails.map(({ raw }) => raw.replace(/\r\n[ \t]+/g, ' '));
    const about = raws.filter((raw) => /^List-Unsubscribe/m.test(raw));
    const others = raws.filter((raw) => !/^List-Unsubscribe/m.test(raw));
    expect([about.length, others.length]).toEqual([3, 2]);
    for (const raw of about) {
      expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/map\.example\/api\/v1\/unsubscribe\/[\w.-]+>\r$/m);
      expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    }
    expect(others.filter((raw) => raw.includes('Labdien!'))).toHaveLength(1);
    // The mailbox provider posts to the path in the header.
    const [, path] = /^List-Unsubscribe: <https:\/\/map\.example([^>]*)>/m.exec(about[0] ?? '') ?? [];
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const clicked = await t.call<{ isSubscribed: boolean }>({
      method: 'POST',
      url: path ?? '',
      headers: form,
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([clicked.status, clicked.json.isSubscribed]).toEqual([200, false]);
  });

  test('a mailbox that is not there holds up nobody else, and is not tried again', async () => {
    const mail = new FakeServer();
    await using t = await startTestApp(getDatabase(), { env, deps: { mail } });
    const layer = await openLayer();
    await report(t, layer, `gone-${anAddress()}`);
    const email = anAddress();
    await report(t, layer, email);
    await t.mails();
    expect(mail.sent.map(({ to }) => to)).toEqual([email]);
    expect(await waiting()).toEqual([]);
  });

  test('of two processes each mail is sent by one', async () => {
    const mail = new FakeServer();
    await using one = await startTestApp(getDatabase(), { env, deps: { mail } });
    await using two = await startTestApp(getDatabase(), { env, deps: { mail } });
    const layer = await openLayer();
    const addresses = Array.from({ length: 20 }, anAddress);
    for (const email of addresses) await report(one, layer, email);
    await Promise.all([one.mails(), two.mails()]);
    expect(mail.sent.map(({ to }) => to).sort()).toEqual(addresses.sort());
  });

  test('what a process took and did not send before it died is sent by another, once its lease has ended', async () => {
    const mail = new FakeServer();
    await using t = await startTestApp(getDatabase(), { env, deps: { mail } });
    const email = anAddress();
    await report(t, await openLayer(), email);
    const lease = { kind: 'mail', lockedBy: 'another process', leaseS: 120 };
    const sent = await takeJob(getDatabase().db, t.clock, lease);
    expect(sent?.payload.template).toBe('receipt');
    await t.mails();
    expect(mail.sent).toEqual([]);
    t.clock.advance(121);
    await t.mails();
    expect(mail.sent.map(({ to }) => to)).toEqual([email]);
  });

  test('a mail and what it tells are kept together or not at all, and the queue holds no address', async () => {
    const mail = new FakeServer();
    mail.isAway = true;
    await using t = await startTestApp(getDatabase(), { env, deps: { mail } });
    const layer = await openLayer();
    const email = anAddress();
    const refused = await t.call({
      method: 'POST',
      url: '/api/v1/geoms/add',
      payload: { wkt: 'LINESTRING(1 1,2 2)', name: 'a', description: 'b', classId: layer, userEmail: email },
    });
    expect(refused.status).toBe(401);
    expect(await waiting()).toEqual([]);
    await report(t, layer, email);
    const rows = await waiting();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  test('an invitation that waits names nobody, and is sent with the name of its inviter', async () => {
    const mail = new FakeServer();
    mail.isAway = true;
    await using t = await startTestApp(getDatabase(), { env, deps: { mail } });
    const { users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.moduleAdmin);
    const payload = { email: anAddress(), firstName: 'Līga', lastName: '', groupIds: [] };
    await t.call({ method: 'POST', url: '/api/v1/user', headers, payload });
    const waits = async () =>
      (
        await getDatabase()
          .db.selectFrom('jobs')
          .select('payload')
          .where('kind', '=', 'mail')
          .where('state', '=', 'waiting')
          .execute()
      ).filter((job) => job.payload.template === 'invitation');
    expect((await waits()).map((job) => job.payload.details)).toEqual([{ inviterId: users.moduleAdmin.id }]);
    mail.isAway = false;
    await t.mails();
    const { first_name } = await getDatabase()
      .db.selectFrom('users')
      .select('first_name')
      .where('id', '=', users.moduleAdmin.id)
      .executeTakeFirstOrThrow();
    expect(mail.sent[0]?.text).toContain(first_name);
    expect(await waits()).toEqual([]);
  });

  test('D-USER-03: an invitation that waited for the mail server still works for its seven days', async () => {
    const mail = new FakeServer();
    mail.isAway = true;
    await using t = await startTestApp(getDatabase(), { env, deps: { mail } });
    const { users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.moduleAdmin);
    const email = anAddress();
    const added = await t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/user',
      headers,
      payload: { email, firstName: 'Līga', lastName: '', groupIds: [] },
    });
    expect(added.status).toBe(201);
    await t.mails();
    t.clock.advance(2 * 86_400);
    mail.isAway = false;
    await t.mails();
    t.clock.advance(6 * 86_400);
    const token = /reset\/([\w-]{43})/.exec(mail.sent[0]?.text ?? '')?.[1];
    const set = await t.call({
      method: 'PUT',
      url: `/api/v1/user/new/${token}`,
      payload: { newPassword: 'a good new password' },
    });
    expect(set.status).toBe(204);
  });

  test('D-SESS-07: a password that was set meanwhile ends the reset link that has not gone out yet', async () => {
    const mail = new FakeServer();
    mail.isAway = true;
    await using t = await startTestApp(getDatabase(), { env, deps: { mail } });
    const { users } = await addActors(getDatabase());
    const { email, password, id } = users.reader;
    await t.call({ method: 'POST', url: '/api/v1/user/resend-password', payload: { email } });
    await t.mails();
    const { headers } = await signIn(t, users.reader);
    const changed = await t.call({
      method: 'PUT',
      url: `/api/v1/user/${id}`,
      headers,
      payload: { oldPassword: password, newPassword: 'a good new password' },
    });
    expect(changed.status).toBe(204);
    mail.isAway = false;
    t.clock.advance(3_600);
    await t.mails();
    expect(mail.sent).toEqual([]);
  });
});
