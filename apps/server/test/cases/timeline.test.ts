import type { Geom, getGeomTimeline, ReplyOf, TimelineEntry } from '@pgis/contract';
import { addLayer, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type Page = ReplyOf<typeof getGeomTimeline>;

describeOnEachDatabase('The timeline of an object', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  const statuses: Record<string, number> = {};
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const caseLayer = { dueDays: 5, days: 'working' } as const;
    layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['depth'],
      allowPublicRegistration: true,
      caseLayer,
    });
    Object.assign(statuses, await world.readStatusIds());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const post = async <T>(path: string, as: Requester, payload: object): Promise<T> => {
    const { json, status, text } = await world.ask<T>('POST', path, as, { payload });
    if (status > 201) throw new Error(text);
    return json as T;
  };
  const report = async (as: Requester = 'visitor', name = 'Address') =>
    (
      await post<{ id: number }>('geoms/add', as, {
        ...{ wkt: 'POINT(1 2)', name, description: 'Hole', classId: layerId, isPublic: true },
      })
    ).id;
  const comment = (id: number, content: string, isPublic: boolean, status = 'Planned') =>
    post<{ id: number }>(`geoms/${id}/comment`, 'writer', { content, statusId: statuses[status], isPublic });
  const change = (ids: readonly number[], payload: object) =>
    world.ask('PATCH', 'cases', 'writer', { payload: { ids, ...payload } });
  const page = async (id: number, as: Requester, query = '') =>
    await world.ask<Page>('GET', `geoms/${id}/timeline?${query}`, as);
  const read = async (id: number, as: Requester): Promise<TimelineEntry[]> =>
    (await page(id, as, '_size=100')).json.items ?? [];
  /** A line for each entry: what, who, and the text of a comment. */
  const lines = (entries: readonly TimelineEntry[]) =>
    entries.map(({ action, by, comment: said }) => [action, by, ...(said ? [said.content] : [])].join(' '));
  const names = async () => {
    const { users } = world.own;
    const rows = await getDatabase()
      .db.selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('company_id', '=', world.own.companyId)
      .execute();
    const nameOf = (id: number) => {
      const user = rows.find((row) => row.id === id);
      return `${user?.first_name} ${user?.last_name}`.trim() || user?.email || '';
    };
    return { writer: nameOf(users.writer.id), unitAdmin: nameOf(users.unitAdmin.id) };
  };

  it('tells each reader what they may know: edits to those who edit, notes to the unit, names to nobody outside', async () => {
    const id = await report();
    await comment(id, 'We look at it', true);
    await comment(id, 'Contractor is late', false);
    await change([id], { assigneeId: world.own.users.unitAdmin.id });
    const { json: geom } = await world.ask<Geom>('GET', `geoms/${id}`, 'writer');
    await world.ask('PUT', `geoms/${id}`, 'writer', {
      payload: { name: 'Address 2', description: 'Hole', classId: layerId, data: geom.data },
    });
    const { writer, unitAdmin } = await names();

    const whole = await read(id, 'writer');
    expect(lines(whole)).toEqual([
      `OBJECT_CHANGED ${writer}`,
      `OBJECT_CASE_CHANGED ${writer}`,
      `COMMENT_ADDED ${writer} Contractor is late`,
      `COMMENT_ADDED ${writer} We look at it`,
      'OBJECT_ADDED ',
    ]);
    expect(whole[0]?.details).toMatchObject({ old: { name: 'Address' }, new: { name: 'Address 2' } });
    expect(whole[1]?.details).toEqual({
      isByRule: false,
      old: { assignee: null },
      new: { assignee: unitAdmin },
    });
    // Both comments give one status; the older one gave it first.
    expect(whole.map(({ isStatusNew }) => isStatusNew)).toEqual([false, false, false, true, false]);
    expect(whole.map(({ comment: said }) => said?.isPublic)).toEqual([
      ...[undefined, undefined, false, true, undefined],
    ]);
    for (const who of ['unitAdmin', 'moduleAdmin'] as const) expect(await read(id, who)).toHaveLength(5);
    expect(lines(await read(id, 'reader'))).toEqual(lines(whole).slice(1));
    for (const outsider of ['visitor', 'nobody', 'foreigner'] as const) {
      const seen = await read(id, outsider);
      expect(lines(seen), outsider).toEqual(['COMMENT_ADDED  We look at it', 'OBJECT_ADDED ']);
      expect(JSON.stringify(seen)).not.toContain(writer);
    }
  });

  it('names the reporter to the unit, and what a rule or an escalation did', async () => {
    const { writer, unitAdmin } = await names();
    const rule = {
      ...{ isEnabled: true, layerIds: [layerId], areaWkt: null, areaObjectId: null, words: ['ruled'] },
      ...{ unitId: world.own.units.roads, assigneeId: world.own.users.unitAdmin.id, priority: 'high' },
      ...{ dueDays: null, days: 'working', escalation: null },
    };
    const saved = await world.ask('PUT', 'routing-rules', 'moduleAdmin', {
      payload: { rules: [rule], version: 0 },
    });
    expect(saved.status).toBe(200);
    const id = await report('writer', 'Ruled');
    const [routed, added] = await read(id, 'reader');
    expect([routed?.by, routed?.details]).toEqual([
      '',
      { isByRule: true, new: { assignee: unitAdmin, unit: 'Roads', priority: 'high' } },
    ]);
    expect(added?.by).toBe(writer);
    expect((await read(id, 'visitor')).map(({ by }) => by)).toEqual(['']);
  });

  it('forgets what a deleted comment said, and tells those who edit that it was deleted', async () => {
    const id = await report();
    const { id: commentId } = await comment(id, 'A slip of the tongue', true);
    await world.ask('DELETE', `geoms/${id}/comment/${commentId}`, 'writer');
    for (const as of ['writer', 'reader', 'visitor'] as const)
      expect(JSON.stringify(await read(id, as))).not.toContain('tongue');
    expect((await read(id, 'writer')).map(({ action }) => action)).toEqual([
      'COMMENT_DELETED',
      'OBJECT_ADDED',
    ]);
    expect((await read(id, 'reader')).map(({ action }) => action)).toEqual(['OBJECT_ADDED']);
  });

  it('gives pages that follow each other, of 20 entries unless told', async () => {
    const id = await report();
    for (let n = 1; n <= 12; n += 1) {
      await comment(id, `Comment ${n}`, n % 2 === 0);
      await change([id], { priority: n % 2 === 0 ? 'normal' : 'high' });
    }
    expect((await page(id, 'writer')).json.items).toHaveLength(20);
    const whole = await read(id, 'writer');
    expect(whole).toHaveLength(25);
    expect(whole.at(-1)?.action).toBe('OBJECT_ADDED');
    const keys: string[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const { json }: { json: Page } = await page(id, 'writer', `_size=7${before && `&_before=${before}`}`);
      keys.push(...json.items.map(({ key }) => key));
      before = json.next;
    }
    expect(keys).toEqual(whole.map(({ key }) => key));
  });

  it('does not exist for those who may not see the object, and refuses what is no page', async () => {
    const id = await report('writer');
    await world.ask('POST', `geoms/${id}/hide`, 'writer', { payload: { reason: 'A face' } });
    for (const as of ['visitor', 'foreigner', 'nobody'] as const)
      expect((await page(id, as)).status).toBe(404);
    expect((await read(id, 'writer'))[0]).toMatchObject({ action: 'OBJECT_HIDDEN' });
    for (const query of ['_size=0', '_size=101', '_before=x', '_before=1.3.1'])
      expect((await page(id, 'writer', query)).status, query).toBe(400);
  });
});
