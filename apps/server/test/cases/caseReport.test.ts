import {
  type CaseListFilter,
  type CaseReport,
  type CaseReportRow,
  type CaseScope,
  caseAgeStarts,
  type listCases,
  caseFigureLists as lists,
  type ReplyOf,
} from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMissingCases } from '../../src/cases/caseRows.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

const caseLayer = { dueDays: 5, days: 'working' } as const;
const CASES = 150;

interface Figure {
  readonly name: string;
  readonly count: number;
  readonly list: CaseListFilter;
}

const momentsOf = ['received', 'answered', 'closed', 'reopened'] as const;

/** Every number of a report that opens a list. */
function* figuresOf(report: CaseReport, scope: CaseScope): Generator<Figure> {
  function* ofRow(name: string, figures: CaseReport['totals'], rowScope: CaseScope): Generator<Figure> {
    yield { name: `${name} open`, count: figures.open, list: lists.open(rowScope) };
    yield { name: `${name} overdue`, count: figures.overdue, list: lists.overdue(rowScope) };
    for (const moment of momentsOf)
      yield {
        name: `${name} ${moment}`,
        count: figures[moment],
        list: lists.moment(rowScope, moment, report),
      };
  }
  yield* ofRow('all', report.totals, scope);
  for (const [age, { open, overdue }] of report.ages.entries()) {
    yield { name: `age ${age}`, count: open, list: lists.ages(scope, age) };
    yield { name: `overdue of age ${age}`, count: overdue, list: lists.overdueOfAge(scope, age) };
  }
  for (const { from, to, received, closed } of report.weeks) {
    yield {
      name: `received from ${from}`,
      count: received,
      list: lists.moment(scope, 'received', { from, to }),
    };
    yield { name: `closed from ${from}`, count: closed, list: lists.moment(scope, 'closed', { from, to }) };
  }
  const rows: [string, readonly CaseReportRow[], (id: number) => CaseScope][] = [
    ['unit', report.units, (_unit) => ({ ...scope, _unit })],
    ['layer', report.layers, (_class) => ({ ...scope, _class })],
    ['person', report.people ?? [], (_assignee) => ({ ...scope, _assignee })],
  ];
  for (const [kind, found, scopeOf] of rows)
    for (const { id, name, figures, ages } of found) {
      if (id === null) continue;
      yield* ofRow(`${kind} ${name}`, figures, scopeOf(id));
      for (const [age, count] of ages.entries())
        yield { name: `${kind} ${name} age ${age}`, count, list: lists.ages(scopeOf(id), age) };
    }
  for (const cell of report.cells)
    yield {
      name: `cell ${cell.column},${cell.row}`,
      count: cell.open,
      list: lists.cell(scope, cell, report.cellWidthM),
    };
}

describeOnEachDatabase('Casework report', (getDatabase) => {
  let world: ObjectWorld;
  let roads: number;
  let forests: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    roads = await addLayer(getDatabase(), { groupId: world.roadsGroup, caseLayer, name: 'Holes' });
    forests = await addLayer(getDatabase(), { groupId: world.forestsGroup, caseLayer, name: 'Trees' });
    await addLayer(getDatabase(), { groupId: world.roadsGroup, caseLayer, name: 'Empty' });
    for (const layerId of [roads, forests]) await addCases(layerId);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = async (as: Requester, query = '') => {
    const { status, text, json } = await world.ask<CaseReport>('GET', `reports/casework?${query}`, as);
    if (status !== 200) throw new Error(text);
    return json;
  };
  const countList = async (as: Requester, list: CaseListFilter) => {
    const query = new URLSearchParams(Object.entries({ ...list, _size: 0 }).map(([k, v]) => [k, String(v)]));
    const { json } = await world.ask<ReplyOf<typeof listCases>>('GET', `cases?${query}`, as);
    return json.total;
  };

  /** Cases at moments of half a year, some of them exactly at the midnight that parts two classes. */
  async function addCases(layerId: number): Promise<void> {
    const { db } = getDatabase();
    const points = Array.from({ length: CASES }, (_, i) => ({
      classId: layerId,
      wkt: `POINT(${i * 13} ${(i % 9) * 70})`,
    }));
    const ids = await addObjects(getDatabase(), points);
    await openMissingCases(db, layerId);
    const { writer, unitAdmin } = world.own.users;
    const unitId = layerId === roads ? world.own.units.bridges : null;
    // The days of each case, in an order that looks like none.
    const days = sql`(g.id % 4096 * 7919 % 190)::integer`;
    await sql`UPDATE geoms AS g SET name = 'Street ' || g.id % 7,
        created_at = CASE WHEN g.id % 5 = 0
          THEN (date_trunc('day', now() AT TIME ZONE 'Europe/Riga') - make_interval(days => ${days})) AT TIME ZONE 'Europe/Riga'
          ELSE now() - make_interval(days => ${days}, hours => (g.id % 24)::integer) END
      WHERE g.id = ANY(${ids}::bigint[])`.execute(db);
    const after = (share: number) =>
      sql`g.created_at + (now() - g.created_at) * (g.id % 4096 * 104729 % 100)::float8 / 100 * ${share}::float8`;
    await sql`UPDATE cases AS c SET closed_at = CASE WHEN g.id % 2 = 0 THEN ${after(1)} END,
        first_answered_at = CASE WHEN g.id % 3 > 0 THEN ${after(0.5)} END,
        reopened_at = CASE WHEN g.id % 7 = 0 THEN ${after(0.8)} END,
        due_on = CASE WHEN g.id % 4 > 0 THEN (g.created_at + interval '20 days')::date END,
        paused_on = CASE WHEN g.id % 11 = 0 THEN current_date - 10 END,
        assignee_id = CASE g.id % 3 WHEN 0 THEN ${writer.id}::bigint WHEN 1 THEN ${unitAdmin.id}::bigint END,
        unit_id = CASE WHEN g.id % 5 < 2 THEN ${unitId}::bigint END
      FROM geoms AS g WHERE g.id = c.geom_id AND g.id = ANY(${ids}::bigint[])`.execute(db);
  }

  it.each([
    ['reader', '_weeks=3'],
    ['moduleAdmin', '_weeks=5'],
  ] as const)('every figure that %s sees with %o is the number of cases in its list', async (as, query) => {
    using _day = world.t.clock.hold();
    const report = await ask(as, query);
    for (const { name, count, list } of figuresOf(report, {}))
      expect([name, await countList(as, list)]).toEqual([name, count]);
    expect(report.totals.open).toBeGreaterThan(20);
  });

  it('figures of one layer and one unit are those of their lists too', async () => {
    using _day = world.t.clock.hold();
    const scope = { _class: roads, _unit: world.own.units.bridges };
    const report = await ask('moduleAdmin', `_weeks=2&_class=${roads}&_unit=${world.own.units.bridges}`);
    expect(report.totals.open).toBeGreaterThan(5);
    for (const { name, count, list } of figuresOf(report, scope))
      expect([name, await countList('moduleAdmin', list)]).toEqual([name, count]);
    expect(report.layers.map(({ name }) => name)).toEqual(['Holes']);
    expect(report.units.map(({ id }) => id)).toEqual([world.own.units.bridges]);
  });

  it('the parts add up to the whole', async () => {
    const { totals, ages, units, layers, people, cells, weeks } = await ask('moduleAdmin');
    const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
    expect(sum(ages.map(({ open }) => open))).toBe(totals.open);
    expect(sum(ages.map(({ overdue }) => overdue))).toBe(totals.overdue);
    expect(sum(cells.map(({ open }) => open))).toBe(totals.open);
    expect(sum(weeks.map(({ received }) => received))).toBe(totals.received);
    expect(sum(weeks.map(({ closed }) => closed))).toBe(totals.closed);
    for (const rows of [units, layers, people ?? []])
      expect(sum(rows.map(({ figures }) => figures.closed))).toBe(totals.closed);
  });

  it('work of other units is in no figure, and persons are counted for those who manage their users', async () => {
    using _day = world.t.clock.hold();
    const [all, own, none, foreign] = [
      await ask('moduleAdmin'),
      await ask('reader'),
      await ask('nobody'),
      await ask('foreigner'),
    ];
    const others = await ask('moduleAdmin', `_class=${forests}`);
    for (const name of ['open', 'overdue', 'received', 'answered', 'closed', 'reopened'] as const)
      expect([name, own.totals[name]]).toEqual([name, all.totals[name] - others.totals[name]]);
    expect(others.totals.open).toBeGreaterThan(10);
    expect(own.people).toBeNull();
    expect(own.layers.map(({ id }) => id)).toContain(roads);
    expect(own.layers.map(({ id }) => id)).not.toContain(forests);
    for (const report of [none, foreign, await ask('reader', `_class=${forests}`)]) {
      expect(report.totals).toMatchObject({ open: 0, received: 0, closed: 0 });
      expect([report.units, report.layers, report.cells, report.people]).toEqual([[], [], [], null]);
    }
    expect((await ask('writer')).people).toBeNull();
    expect((await ask('unitAdmin')).people?.map(({ id }) => id)).toContain(world.own.users.writer.id);
  });

  it('days are medians of five cases or more, and changes compare with the period before', async () => {
    const layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup, caseLayer });
    const ids = await addObjects(
      getDatabase(),
      Array.from({ length: 6 }, () => ({ classId: layerId })),
    );
    await openMissingCases(getDatabase().db, layerId);
    const close = (id: number | undefined, days: number) =>
      sql`UPDATE cases SET closed_at = now() - interval '1 day', first_answered_at = now() - interval '1 day',
        due_on = '2020-01-01' FROM geoms AS g WHERE g.id = geom_id AND geom_id = ${id ?? 0}::bigint`
        .execute(getDatabase().db)
        .then(() =>
          sql`UPDATE geoms SET created_at = now() - interval '1 day' - make_interval(days => ${days}::integer)
            WHERE id = ${id ?? 0}::bigint`.execute(getDatabase().db),
        );
    for (const [index, days] of [2, 3, 4, 8].entries()) await close(ids[index], days);
    const report = (weeks: number) => ask('writer', `_class=${layerId}&_weeks=${weeks}`);
    expect((await report(1)).totals).toMatchObject({ closed: 4, daysToClose: { median: null, p90: null } });
    await close(ids[4], 10);
    const { totals, before } = await report(1);
    expect(totals).toMatchObject({ open: 1, closed: 5, daysToClose: { median: 4, p90: 9.2 } });
    // Those of 8 and 10 days came before the week began, and were open and overdue then.
    expect(before).toMatchObject({
      open: 2,
      overdue: 2,
      closed: 0,
      received: 2,
      daysToClose: { median: null },
    });
  });

  it('a case is reopened by a comment after its end, and not by a deleted end', async () => {
    const layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup, caseLayer });
    const [again = 0, mistake = 0] = await addObjects(getDatabase(), [
      { classId: layerId },
      { classId: layerId },
    ]);
    await openMissingCases(getDatabase().db, layerId);
    const comment = async (id: number, status: string) => {
      const { id: statusId } = await getDatabase()
        .db.selectFrom('classifiers')
        .select('id')
        .where('company_id', '=', world.own.companyId)
        .where('name', '=', status)
        .executeTakeFirstOrThrow();
      const payload = { content: 'x', statusId, isPublic: false };
      return (await world.ask<{ id: number }>('POST', `geoms/${id}/comment`, 'writer', { payload })).json.id;
    };
    for (const status of ['Done', 'In progress']) await comment(again, status);
    const closing = await comment(mistake, 'Done');
    await world.ask('DELETE', `geoms/${mistake}/comment/${closing}`, 'writer');
    await comment(mistake, 'In progress');
    expect((await ask('writer', `_class=${layerId}`)).totals).toMatchObject({
      open: 2,
      closed: 0,
      reopened: 1,
    });
    const { items } = (
      await world.ask<ReplyOf<typeof listCases>>(
        'GET',
        `cases?_class=${layerId}&_date=reopened&_state=any`,
        'writer',
      )
    ).json;
    expect(items.map(({ id }) => id)).toEqual([again]);
    await comment(again, 'Done');
    expect((await ask('writer', `_class=${layerId}`)).totals).toMatchObject({
      open: 1,
      closed: 1,
      reopened: 1,
    });
  });

  it('the CSV file has the same figures, and the log says who took it', async () => {
    using _day = world.t.clock.hold();
    const report = await ask('writer', `_class=${roads}`);
    const { text } = await world.ask('GET', `reports/casework/csv?_class=${roads}`, 'writer');
    const lines = text.trim().split('\r\n');
    expect(lines[1]?.split(',').slice(0, 4)).toEqual([
      'All',
      `${report.from} – ${report.to}`,
      String(report.totals.open),
      String(report.totals.overdue),
    ]);
    const { weeks, cells, units, layers } = report;
    expect(lines).toHaveLength(3 + weeks.length + cells.length + units.length + layers.length);
    const { details } = await getDatabase()
      .db.selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'EXPORT')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ format: 'csv', rows: lines.length - 1, _class: roads });
  });

  it.each([
    ['_weeks=0', 400],
    ['_weeks=1', 200],
    ['_weeks=104', 200],
    ['_weeks=105', 400],
    ['_class=x', 400],
  ])('a report with %s is answered with %i', async (query, status) => {
    expect((await world.ask('GET', `reports/casework?${query}`, 'writer')).status).toBe(status);
  });

  it.each([
    ['_from=2026-02-31', 400],
    ['_from=0000-01-01', 400],
    ['_to=9999-12-31', 200],
    ['_minAge=36500', 200],
    ['_maxAge=36501', 400],
    ['_cell=100,0,0', 200],
    ['_cell=0,0,0', 400],
    ['_cell=9999999,-9999999,9999999', 200],
    ['_state=all', 400],
  ])('a list with %s is answered with %i', async (query, status) => {
    expect((await world.ask('GET', `cases?${query}`, 'writer')).status).toBe(status);
  });

  it('classes of age begin where the report says', () => {
    expect(caseAgeStarts).toEqual([0, 3, 8, 15, 31, 61]);
  });
});
