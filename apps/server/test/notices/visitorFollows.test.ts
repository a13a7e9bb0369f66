import { visitorFollowLimits } from '@pgis/contract';
import { addComment, addLayer, addObject, describeOnEachDatabase, fakeClock } from '@pgis/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newsJobKind } from '../../src/features/notices/newsJob.ts';
import { noticeCleanup } from '../../src/features/notices/noticeCleanup.ts';
import { eraseAddresses } from '../../src/features/privacy/index.ts';
import type { Job, JobContext } from '../../src/jobs/JobKind.ts';
import { makeObjectWorld, newAddress, type ObjectWorld } from '../objects/ObjectWorld.ts';

const DAY_S = 86_400;
const job = {} as Job;
const context = { extendLease: async () => {} } as unknown as JobContext;

describeOnEachDatabase('following without an account', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  let statusId: number;
  let count = 0;
  const newEmail = () => `citizen${++count}@example.org`;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Potholes' });
    ({ Planned: statusId = 0 } = await world.readStatusIds());
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(() => getDatabase().db.deleteFrom('follows').execute());

  const newObject = (isPublic = true) =>
    addObject(getDatabase(), { classId: layerId, name: 'Kalna iela 2', isPublic });
  const follow = (payload: object, headers: Record<string, string> = newAddress()) =>
    world.t.call<{ error: string }>({
      method: 'POST',
      url: '/api/v1/follows/visitors',
      headers: { 'accept-language': 'lv', ...headers },
      payload: { email: newEmail(), events: ['status', 'reply'], mail: 'atOnce', ...payload },
    });
  const mailsOf = async (act: () => Promise<unknown>) => {
    const before = (await world.t.mails()).length;
    await act();
    await newsJobKind(world.t.deps).run(job, context);
    return (await world.t.mails()).slice(before);
  };
  const comment = async (objectId: number, isPublic = true) => {
    const payload = { content: 'Will be repaired', statusId, isPublic };
    const { status } = await world.ask('POST', `geoms/${objectId}/comment`, 'writer', { payload });
    expect(status).toBe(200);
  };
  const link = (method: 'GET' | 'POST' | 'DELETE', token: string) =>
    world.t.call<{ about: string; address: string; isSubscribed: boolean }>({
      method,
      url: `/api/v1/unsubscribe/${token}`,
      headers: newAddress(),
    });
  const tokenOf = (text: string | undefined) => /\/#\/lv\/mails\/(\S+)/.exec(text ?? '')?.[1] ?? '';
  /** Follows and confirms; returns the token of the mail. */
  async function followAndConfirm(payload: object): Promise<string> {
    const [mail] = await mailsOf(() => follow(payload));
    const token = tokenOf(mail?.text);
    expect((await link('DELETE', token)).json.isSubscribed).toBe(true);
    return token;
  }
  const cleanUpAfter = async (seconds: number) => {
    const clock = fakeClock();
    clock.advance(seconds);
    await noticeCleanup({ ...world.t.deps, clock }).run(job, context);
  };
  const followCount = async () =>
    (await getDatabase().db.selectFrom('follows').select('id').execute()).length;

  it('a follow tells nothing until the link of its mail confirms it, and one link ends it', async () => {
    const objectId = await newObject();
    const email = newEmail();
    const [confirmation, ...others] = await mailsOf(() => follow({ objectId, email }));
    expect(others).toEqual([]);
    expect(confirmation).toMatchObject({ to: email, subject: 'Apstipriniet, kam sekojat' });
    // Somebody else may have typed the address: the mail repeats nothing of the object.
    expect(confirmation?.text).not.toContain('Kalna');
    const token = tokenOf(confirmation?.text);
    expect(await mailsOf(() => comment(objectId))).toEqual([]);
    expect((await link('GET', token)).json).toEqual({
      about: 'follow',
      address: 'ci…@example.org',
      isSubscribed: false,
    });
    expect((await link('DELETE', token)).json.isSubscribed).toBe(true);
    const [news] = await mailsOf(() => comment(objectId));
    expect(news).toMatchObject({
      to: email,
      subject: expect.stringMatching(/^Jauna atbilde: .* Kalna iela 2$/),
    });
    expect(news?.text).toContain('> Will be repaired');
    // A visitor is told of no author.
    expect(news?.text).not.toContain('writer');
    expect(news?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect((await link('POST', tokenOf(news?.text))).json.isSubscribed).toBe(false);
    expect(await followCount()).toBe(0);
    expect(await mailsOf(() => comment(objectId))).toEqual([]);
    expect((await link('GET', token)).status).toBe(400);
  });

  it('layers are followed as well, and one digest holds all that an address follows', async () => {
    const email = newEmail();
    const objectId = await newObject();
    await followAndConfirm({ email, objectId, mail: 'daily' });
    await followAndConfirm({
      email,
      classIds: [layerId],
      events: ['added', 'reply', 'status'],
      mail: 'daily',
    });
    const added = await world.ask<{ id: number }>('POST', 'geoms/add', 'writer', {
      payload: { wkt: 'POINT(1 2)', name: 'New', description: 'Hole', classId: layerId, isPublic: true },
    });
    expect(await mailsOf(() => comment(objectId))).toEqual([]);
    const digest = await mailsOf(async () => world.t.clock.advance(DAY_S));
    world.t.clock.advance(-DAY_S);
    expect(digest).toHaveLength(1);
    expect(digest[0]?.text).toContain(`object=${added.json.id}`);
    expect(digest[0]?.text.match(/> Will be repaired/g)).toHaveLength(1);
  });

  it('visitors follow and hear of nothing that visitors do not see', async () => {
    expect((await follow({ objectId: await newObject(false) })).status).toBe(404);
    const hidden = await addLayer(getDatabase(), { groupId: world.roadsGroup, allObjectsPublic: false });
    for (const payload of [{ classIds: [hidden] }, { classIds: [layerId, 999] }, {}])
      expect((await follow(payload)).status).toBe(400);
    expect((await follow({ objectId: 1, classIds: [layerId] })).status).toBe(400);
    const objectId = await newObject();
    await followAndConfirm({ objectId });
    expect(await mailsOf(() => comment(objectId, false))).toEqual([]);
    const mails = await mailsOf(async () => {
      await comment(objectId);
      await getDatabase()
        .db.updateTable('geoms')
        .set({ review: 'hidden' })
        .where('id', '=', objectId)
        .execute();
    });
    expect(mails).toEqual([]);
  });

  it('one network, one address and one company ask for so many mails and no more', async () => {
    const objectId = await newObject();
    const network = newAddress();
    const { perHour, mailsPerDay } = visitorFollowLimits;
    for (let n = 0; n < perHour; n++) expect((await follow({ objectId }, network)).status).toBe(204);
    expect((await follow({ objectId }, network)).status).toBe(429);
    const email = newEmail();
    const mails = await mailsOf(async () => {
      // The answer says nothing about the address.
      for (let n = 0; n <= mailsPerDay; n++) expect((await follow({ objectId, email })).status).toBe(204);
    });
    expect(mails).toHaveLength(mailsPerDay);
  });

  it('an unconfirmed follow is deleted after two days, a confirmed one is not', async () => {
    const objectId = await newObject();
    await followAndConfirm({ objectId });
    await follow({ objectId });
    await cleanUpAfter(2 * DAY_S - 60);
    expect(await followCount()).toBe(2);
    await cleanUpAfter(2 * DAY_S + 60);
    expect(await followCount()).toBe(1);
  });

  it('a mailed notice stays until its mail, which may have waited for a week, is tried no more', async () => {
    const objectId = await newObject();
    await followAndConfirm({ objectId });
    expect(await mailsOf(() => comment(objectId))).toHaveLength(1);
    const noticeCount = async () =>
      (await getDatabase().db.selectFrom('notices').select('id').where('geom_id', '=', objectId).execute())
        .length;
    const before = await noticeCount();
    await cleanUpAfter(14 * DAY_S);
    expect(await noticeCount()).toBe(before);
    await cleanUpAfter(16 * DAY_S);
    expect(await noticeCount()).toBe(0);
  });

  it('erasing an address ends what it follows', async () => {
    const email = newEmail();
    await followAndConfirm({ objectId: await newObject(), email });
    await eraseAddresses(getDatabase(), [email.toUpperCase()]);
    expect(await followCount()).toBe(0);
  });

  it('a comment that was there before is no news', async () => {
    const objectId = await newObject();
    await addComment(getDatabase(), { geomId: objectId, content: 'Old', isPublic: true });
    await followAndConfirm({ objectId });
    expect(await mailsOf(async () => {})).toEqual([]);
  });
});
