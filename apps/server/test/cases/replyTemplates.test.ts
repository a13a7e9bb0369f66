import { type ErrorBody, limits, type Replies, type ReplyTemplate, referenceOf } from '@pgis/contract';
import { addLayer, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type Answer = ReplyTemplate & ErrorBody;

describeOnEachDatabase('Reply templates', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  let otherLayerId: number;
  let plainLayerId: number;
  const statuses: Record<string, number> = {};
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const caseLayer = { dueDays: 5, days: 'calendar' } as const;
    const layerOf = (more: object) => addLayer(getDatabase(), { groupId: world.roadsGroup, ...more });
    layerId = await layerOf({ caseLayer, name: 'Potholes', allowPublicRegistration: true });
    otherLayerId = await layerOf({ caseLayer });
    plainLayerId = await layerOf({});
    Object.assign(statuses, await world.readStatusIds());
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(() => getDatabase().db.deleteFrom('reply_templates').execute());

  const template = (more: object = {}) => ({
    ...{ name: 'Planned', layerIds: [], statusId: null, texts: { en: 'Thank you' } },
    ...more,
  });
  const add = (more: object = {}, as: Requester = 'moduleAdmin') =>
    world.ask<Answer>('POST', 'reply-templates', as, { payload: template(more) });
  const list = async (as: Requester = 'moduleAdmin') =>
    (await world.ask<ReplyTemplate[]>('GET', 'reply-templates', as)).json;
  const repliesTo = (id: number, as: Requester = 'writer') =>
    world.ask<Replies & ErrorBody>('GET', `geoms/${id}/replies`, as);
  const report = async (classId = layerId, { language = 'en', ...more }: Record<string, string> = {}) => {
    const { json, text } = await world.ask<{ id: number }>('POST', 'geoms/add', 'visitor', {
      headers: { 'accept-language': language },
      payload: { wkt: 'POINT(1 2)', name: 'Brīvības 1', description: 'Hole', classId, ...more },
    });
    if (json.id === undefined) throw new Error(text);
    return json.id;
  };

  it('are added, changed and deleted by an administrator of the company, each with a row of the log', async () => {
    const { status, json } = await add({ statusId: statuses.Planned, layerIds: [layerId] });
    expect([status, json]).toEqual([
      201,
      { ...template({ statusId: statuses.Planned, layerIds: [layerId] }), id: json.id, version: 1 },
    ]);
    const change = (payload: object) =>
      world.ask<Answer>('PUT', `reply-templates/${json.id}`, 'moduleAdmin', { payload });
    const changed = await change({ ...template({ texts: { en: 'Thanks', lv: ' Paldies ' } }), version: 1 });
    expect(changed.json).toEqual({
      ...template({ texts: { en: 'Thanks', lv: 'Paldies' } }),
      id: json.id,
      version: 2,
    });
    const late = await change({ ...template(), version: 1 });
    expect([late.status, late.json.error]).toEqual([409, 'TEMPLATE_CHANGED']);
    // The same values again change nothing.
    await change({ ...template({ texts: { en: 'Thanks', lv: 'Paldies' } }), version: 2 });
    expect(await list()).toEqual([changed.json]);
    expect((await world.ask('DELETE', `reply-templates/${json.id}`, 'moduleAdmin')).status).toBe(204);
    expect((await world.ask('DELETE', `reply-templates/${json.id}`, 'moduleAdmin')).status).toBe(404);
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'entity_name as name', 'details'])
      .where('company_id', '=', world.own.companyId)
      .where('entity', '=', 'template')
      .where('entity_id', '=', json.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, name }) => [action, name])).toEqual(
      ['TEMPLATE_ADDED', 'TEMPLATE_CHANGED', 'TEMPLATE_DELETED'].map((action) => [action, 'Planned']),
    );
    expect(rows[1]?.details).toMatchObject({
      old: { statusId: statuses.Planned, texts: { en: 'Thank you' } },
      new: { statusId: null, texts: { en: 'Thanks', lv: 'Paldies' } },
    });
  });

  it.each<[string, () => object, string, string]>([
    ['without a text', () => ({ texts: { en: '  ' } }), '/texts', 'REQUIRED'],
    ['with an unknown value', () => ({ texts: { lv: '{adrese}' } }), '/texts/lv', 'NOT_ALLOWED'],
    [
      'for a layer without cases',
      () => ({ layerIds: [layerId, plainLayerId] }),
      '/layerIds/1',
      'UNKNOWN_LAYER',
    ],
    ['with a layer as its status', () => ({ statusId: layerId }), '/statusId', 'UNKNOWN_STATUS'],
    ['without a name', () => ({ name: ' ' }), '/name', 'TOO_SHORT'],
    ['with a name that is too long', () => ({ name: 'x'.repeat(101) }), '/name', 'TOO_LONG'],
    [
      'with a text that is too long',
      () => ({ texts: { ru: 'x'.repeat(limits.commentLength + 1) } }),
      '/texts/ru',
      'TOO_LONG',
    ],
  ])('are refused %s', async (_, more, path, code) => {
    const { status, json } = await add(more());
    expect([status, json.errors]).toEqual([400, [{ path, code }]]);
    expect(await list()).toEqual([]);
  });

  it('take texts of the longest comment, and as many templates as the limit says', async () => {
    expect((await add({ texts: { en: 'x'.repeat(limits.commentLength) } })).status).toBe(201);
    await sql`
      INSERT INTO reply_templates (company_id, id, name, layer_ids, texts)
      SELECT ${world.own.companyId}::integer, ${world.own.companyId}::bigint * 4294967296 + 900000 + n, 'T', '{}', '{"en":"x"}'
      FROM generate_series(1, ${limits.replyTemplates.count - 2}::integer) AS n`.execute(getDatabase().db);
    expect((await add()).status).toBe(201);
    const { status, json } = await add();
    expect([status, json.error]).toEqual([409, 'TOO_MANY_TEMPLATES']);
    expect((await add({}, 'foreigner')).status).toBe(201);
  });

  it('answer an object in the language of its reporter, with its values, those of its layer first', async () => {
    const address = world.t.deps.config.publicUrl;
    await add({
      name: 'A for all',
      texts: {
        en: 'In English',
        lv: '{number} {address} ({topic}, {layer}): {status}, {unit}, {due} {link}',
      },
    });
    await add({ name: 'B', layerIds: [layerId], statusId: statuses.Done, texts: { en: 'Now: {status}' } });
    await add({ name: 'C', layerIds: [otherLayerId] });
    const id = await report(layerId, { language: 'lv', userEmail: 'a@example.com' });
    const { json } = await repliesTo(id);
    expect(json.language).toBe('lv');
    expect(json.replies.map(({ name, isForLayer, language }) => [name, isForLayer, language])).toEqual([
      ['B', true, 'en'],
      ['A for all', false, 'lv'],
    ]);
    const [ofLayer, forAll] = json.replies;
    expect([ofLayer?.text, ofLayer?.statusId]).toEqual(['Now: Done', statuses.Done]);
    const { due } = (
      await sql<{
        due: string;
      }>`SELECT to_char(due_on, 'DD.MM.YYYY') AS due FROM cases WHERE geom_id = ${id}`.execute(
        getDatabase().db,
      )
    ).rows[0] as { due: string };
    // It has no status yet, so the writer has to say it.
    expect(forAll?.text).toBe(
      `${referenceOf(id)} Brīvības 1 (Hole, Potholes): …, Roads, ${due} ${address}/#/lv/dashboard?object=${id}`,
    );
    expect(JSON.stringify(json)).not.toContain('a@example.com');
    await world.ask('POST', `geoms/${id}/comment`, 'writer', {
      payload: { content: 'x', statusId: statuses.Planned },
    });
    expect((await repliesTo(id)).json.replies[1]?.text).toMatch(/Ieplānots|Plānots/);
  });

  it('answer in the language of the company where the reporter has none, else in any', async () => {
    await add({ texts: { lv: 'Paldies', ru: 'Спасибо' } });
    await getDatabase()
      .db.updateTable('companies')
      .set({ language: 'ru' })
      .where('company_id', '=', world.own.companyId)
      .execute();
    const { json } = await repliesTo(await report());
    expect([json.language, json.replies[0]?.text]).toEqual(['ru', 'Спасибо']);
    const english = await repliesTo(await report(layerId, { language: 'en', userEmail: 'a@example.com' }));
    expect([english.json.language, english.json.replies[0]?.language]).toEqual(['en', 'ru']);
  });

  it('lose a status that is deleted, and are offered to nobody who may not comment', async () => {
    await add({ statusId: statuses['Under review'] });
    const id = await report();
    for (const [as, status] of [
      ['reader', 403],
      ['nobody', 403],
      ['foreigner', 403],
      ['visitor', 401],
    ] as const)
      expect((await repliesTo(id, as)).status, as).toBe(status);
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', statuses['Under review'] ?? 0)
      .execute();
    expect((await repliesTo(id)).json.replies[0]?.statusId).toBeNull();
    expect((await list())[0]?.statusId).toBeNull();
    expect(await list('foreigner')).toEqual([]);
  });
});
