import type { ErrorBody, ReportSchedule } from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openMissingCases } from '../../src/cases/caseRows.ts';
import { inTransaction } from '../../src/db/inTransaction.ts';
import { queueDue, reportScheduleJobKind } from '../../src/features/report-schedules/scheduleJob.ts';
import { nextMoment } from '../../src/features/report-schedules/scheduleRows.ts';
import type { Job, JobContext } from '../../src/jobs/JobKind.ts';
import type { ObjectWorld, Requester } from '../objects/ObjectWorld.ts';
import { makeReportWorld, saveReport } from './ReportWorld.ts';
import { readZip } from './readZip.ts';
import { reportContent } from './reportContent.ts';

const job = {} as Job;
const context = { extendLease: async () => {} } as unknown as JobContext;
const everyDay = [1, 2, 3, 4, 5, 6, 7];
/** Longer than the pauses before the first attempts of a mail, and shorter than a session. */
const RETRY_S = 300;

describeOnEachDatabase('Reports by mail', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  beforeAll(async () => {
    world = await makeReportWorld(getDatabase(), ['Roads Write']);
    layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      name: 'Holes',
      caseLayer: { dueDays: 5, days: 'working' },
    });
    await addObjects(getDatabase(), [{ classId: layerId }]);
    await openMissingCases(getDatabase().db, layerId);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const schedule = (as: Requester, payload: object = {}) =>
    world.ask<ReportSchedule & ErrorBody>('POST', 'reports/schedules', as, {
      payload: { reportId: null, days: everyDay, hour: 8, ...payload },
    });
  const list = async (as: Requester) =>
    (await world.ask<ReportSchedule[]>('GET', 'reports/schedules', as)).json;
  const stopAll = async (as: Requester) => {
    for (const { id } of await list(as)) await world.ask('DELETE', `reports/schedules/${id}`, as);
  };
  const makeDue = () =>
    sql`UPDATE report_schedules SET next_at = now() - interval '1 minute'`.execute(getDatabase().db);
  /** Mails of the next moment of every schedule. */
  const nextMails = async () => {
    const before = (await world.t.mails()).length;
    await makeDue();
    await reportScheduleJobKind(world.t.deps).run(job, context);
    return (await world.t.mails()).slice(before);
  };
  const lastRows = async () =>
    await getDatabase()
      .db.selectFrom('audit_log')
      .select(['result', 'details', 'user_id'])
      .where('action', '=', 'REPORT_MAILED')
      .orderBy('id', 'desc')
      .execute();
  /** The sheet of an attached workbook. */
  const sheetOf = (text = '') => {
    const [, , part = ''] = text.split(/--part-[\w-]+/);
    const base64 = part.slice(part.indexOf('\r\n\r\n')).replaceAll(/\s/g, '');
    return readZip(Buffer.from(base64, 'base64')).get('xl/worksheets/sheet1.xml') ?? '';
  };

  it.each([
    // 3:00 is left out when the clocks go forward, and comes twice when they go back.
    ['2027-03-27T12:00:00Z', [7], 3, '2027-03-28T01:00:00.000Z'],
    ['2026-10-24T12:00:00Z', [7], 3, '2026-10-25T01:00:00.000Z'],
    ['2026-10-24T05:59:00Z', [6, 7], 8, '2026-10-25T06:00:00.000Z'],
    ['2027-03-27T06:30:00Z', [6, 7], 8, '2027-03-28T05:00:00.000Z'],
    ['2026-11-27T05:59:59Z', [5], 8, '2026-11-27T06:00:00.000Z'],
    ['2026-11-27T06:00:00Z', [5], 8, '2026-12-04T06:00:00.000Z'],
    ['2026-11-27T22:30:00Z', [6], 0, '2026-12-04T22:00:00.000Z'],
  ])('after %s, on days %j at %i, comes %s', async (now, days, hour, next) => {
    const clock = { now: sql<Date>`${now}::timestamptz` };
    const { rows } = await sql<{ at: Date }>`
      SELECT ${nextMoment(clock, { days: sql`${days}`, hour: sql`${hour}` })} AS at`.execute(
      getDatabase().db,
    );
    expect(rows[0]?.at.toISOString()).toBe(next);
  });

  it('casework comes as a workbook, once for each moment, until it is stopped', async () => {
    const { status, json } = await schedule('writer', { casework: { _class: layerId } });
    expect(status).toBe(201);
    const mails = await nextMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: world.own.users.writer.email, subject: 'Casework' });
    expect(sheetOf(mails[0]?.text)).toMatch(/Holes.*<v>1<\/v>/);
    expect(mails[0]?.text).toContain(`/reports/casework?layer=${layerId}`);
    expect((await lastRows())[0]).toMatchObject({ result: 'ok', user_id: world.own.users.writer.id });
    await world.ask('DELETE', `reports/schedules/${json.id}`, 'writer');
    expect(await nextMails()).toEqual([]);
  });

  it('a mail that waits for a mail server gets no second one beside it, and the log names it when it is sent', async () => {
    await schedule('writer', { casework: { _class: layerId } });
    const before = (await lastRows()).length;
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
    const send = vi.spyOn(world.t.deps.mail, 'send').mockRejectedValue(away);
    for (let moment = 0; moment < 3; moment += 1) {
      expect(await nextMails()).toEqual([]);
      world.t.clock.advance(RETRY_S);
    }
    expect(send.mock.calls.length).toBeGreaterThan(1);
    expect(await lastRows()).toHaveLength(before);
    send.mockRestore();
    await world.t.mails();
    expect(await lastRows()).toHaveLength(before + 1);
    expect(await nextMails()).toHaveLength(1);
    world.t.clock.advance(-3 * RETRY_S);
    await stopAll('writer');
  });

  it('a reader who has lost the right gets nothing, and the log says why', async () => {
    const report = await saveReport(
      world,
      { ...reportContent, name: 'Ours', description: '', shared: true },
      'writer',
    );
    expect((await schedule('writer', { reportId: report.id })).json.reportName).toBe('Ours');
    expect((await nextMails()).map(({ subject }) => subject)).toEqual(['Ours']);
    await sql`UPDATE groups SET module_custom_reports = false WHERE company_id = ${world.own.companyId}`.execute(
      getDatabase().db,
    );
    expect(await nextMails()).toEqual([]);
    expect((await lastRows())[0]).toMatchObject({ result: 'refused', details: { reason: 'FORBIDDEN' } });
    await stopAll('writer');
  });

  it('two processes queue one mail', async () => {
    await schedule('reader');
    await makeDue();
    const queue = () => inTransaction(getDatabase(), {}, (db) => queueDue(db, world.t.clock));
    expect((await Promise.all([queue(), queue()])).toSorted()).toEqual([0, 1]);
    await stopAll('reader');
  });

  it('is for those with a level in a unit, each for themselves, and a report that they can read', async () => {
    expect((await schedule('nobody')).status).toBe(403);
    expect((await schedule('reader', { reportId: 1 })).status).toBe(404);
    const { json } = await schedule('reader');
    expect((await world.ask('DELETE', `reports/schedules/${json.id}`, 'writer')).status).toBe(404);
    expect((await list('reader')).map(({ id }) => id)).toEqual([json.id]);
    await stopAll('reader');
  });

  it.each([
    [{ days: [] }, 400],
    [{ days: [1, 1] }, 400],
    [{ days: [8] }, 400],
    [{ hour: 24 }, 400],
    [{ hour: 23 }, 201],
    [{ casework: { _weeks: 105 } }, 400],
  ])('%j is answered with %i', async (payload, status) => {
    expect((await schedule('writer', payload)).status).toBe(status);
    await stopAll('writer');
  });

  it('a user has twenty at most', async () => {
    for (let count = 0; count < 20; count += 1) await schedule('moduleAdmin');
    expect((await schedule('moduleAdmin')).json).toMatchObject({ error: 'TOO_MANY_SCHEDULES' });
    await stopAll('moduleAdmin');
  });
});
