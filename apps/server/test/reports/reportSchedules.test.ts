import { execFileSync } from 'node:child_process';
import { type ErrorBody, limits, type ReportSchedule } from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openMissingCases } from '../../src/cases/caseRows.ts';
import { inTransaction } from '../../src/db/inTransaction.ts';
import { queueDue, reportScheduleJobKind } from '../../src/features/report-schedules/scheduleJob.ts';
import { nextMoment } from '../../src/features/report-schedules/scheduleRows.ts';
import type { Job, JobContext } from '../../src/jobs/JobKind.ts';
import { mailKinds } from '../../src/mail/mailJobs.ts';
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
      name: 'Ceļa bedres · Ямы',
      caseLayer: { dueDays: 5, days: 'working' },
    });
    await addObjects(getDatabase(), [{ classId: layerId }]);
    await openMissingCases(getDatabase().db, layerId);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  afterEach(async () => {
    vi.restoreAllMocks();
    world.t.clock.reset();
    const { db } = getDatabase();
    await db.deleteFrom('report_schedules').execute();
    await setLanguage('en');
    await setModule(true);
  });

  const schedule = (as: Requester, payload: object = {}) =>
    world.ask<ReportSchedule & ErrorBody>('POST', 'reports/schedules', as, {
      payload: { reportId: null, days: everyDay, hour: 8, ...payload },
    });
  const list = async (as: Requester) =>
    (await world.ask<ReportSchedule[]>('GET', 'reports/schedules', as)).json;
  const setLanguage = (language: 'en' | 'lv') =>
    sql`UPDATE users SET language = ${language} WHERE id = ${world.own.users.writer.id}`.execute(
      getDatabase().db,
    );
  const setModule = (isOn: boolean) =>
    sql`UPDATE groups SET module_custom_reports = ${isOn}
      WHERE company_id = ${world.own.companyId} AND name = 'Roads Write'`.execute(getDatabase().db);
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
  /** The attached file whose type contains a word. */
  const fileOf = (word: string, text = '') => {
    const part =
      text.split(/--part-[\w-]+/).find((one) => one.includes(`Content-Type: application/${word}`)) ?? '';
    return Buffer.from(part.slice(part.indexOf('\r\n\r\n')).replaceAll(/\s/g, ''), 'base64');
  };
  const sheetOf = (text?: string) =>
    readZip(fileOf('vnd.openxml', text)).get('xl/worksheets/sheet1.xml') ?? '';
  /** The texts of an attached PDF, as a reader copies them. */
  const wordsOf = (text?: string) =>
    execFileSync('pdftotext', ['-layout', '-', '-'], { input: fileOf('pdf', text), encoding: 'utf8' });

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
    expect(sheetOf(mails[0]?.text)).toMatch(/Ceļa bedres · Ямы.*<v>1<\/v>/);
    expect(mails[0]?.text).toContain(`/reports/casework?layer=${layerId}`);
    expect((await lastRows())[0]).toMatchObject({ result: 'ok', user_id: world.own.users.writer.id });
    await world.ask('DELETE', `reports/schedules/${json.id}`, 'writer');
    expect(await nextMails()).toEqual([]);
  });

  it('casework and a custom report come as PDF, as workbook or as both, with the same figures', async () => {
    const { id } = await saveReport(
      world,
      {
        ...reportContent,
        layerIds: [layerId],
        name: 'Bedres pēc slāņa',
        description: 'Отчёт',
        shared: false,
      },
      'writer',
    );
    await setLanguage('lv');
    const both = { formats: ['xlsx', 'pdf'] };
    expect((await schedule('writer', { casework: { _class: layerId }, ...both })).json.formats).toEqual([
      ...['pdf', 'xlsx'],
    ]);
    await schedule('writer', { reportId: id, formats: ['pdf'] });
    await schedule('writer', { reportId: id });
    const [casework, pdf, workbook] = (await nextMails()).map(({ text }) => text);
    expect(wordsOf(casework)).toMatch(/^Darbs ar pieteikumiem/);
    expect(wordsOf(casework)).toMatch(/Kopā +1 +0/);
    expect(wordsOf(casework)).toMatch(/Ceļa bedres.* +1 +0/);
    expect(sheetOf(casework)).toMatch(/Ceļa bedres · Ямы.*<v>1<\/v>/);
    expect(wordsOf(pdf)).toMatch(
      /^Bedres pēc slāņa\s+Отчёт\s+Viss laiks\s+Slāņi: Ceļa bedres · Ямы\s+1 objekts · /,
    );
    expect(wordsOf(pdf)).toMatch(/Ceļa bedres · Ямы +1\s+Kopā +1/);
    expect(pdf).not.toContain('spreadsheetml');
    expect(workbook).not.toContain('application/pdf');
    expect(sheetOf(workbook)).toContain('Ceļa bedres · Ямы');
    expect((await lastRows())[0]).toMatchObject({ details: { formats: ['xlsx'] } });
  });

  it('a report with too many rows for a PDF comes as a workbook alone, and the mail says so', async () => {
    const classId = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Poles' });
    const count = limits.reportSchedules.pdfRows + 1;
    await addObjects(
      getDatabase(),
      Array.from({ length: count }, () => ({ classId })),
    );
    const list = { ...reportContent, layerIds: [classId], groupBy: null, metrics: [], columns: ['id'] };
    const { id } = await saveReport(
      world,
      { ...list, name: 'Poles', description: '', shared: false },
      'writer',
    );
    await schedule('writer', { reportId: id, formats: ['pdf', 'xlsx'] });
    await schedule('writer', { reportId: id, formats: ['pdf'] });
    const toPdf = vi.spyOn(world.t.deps.paperPool, 'toPdf');
    const [both, pdf] = (await nextMails()).map(({ text }) => text);
    // Such a report is not even laid out, which would hold up the requests of everybody.
    expect(toPdf).not.toHaveBeenCalled();
    expect(both).toContain('It is too large as PDF, so that file is missing.');
    expect(sheetOf(both).match(/<row>/g)).toHaveLength(count + 1);
    expect(both).not.toContain('application/pdf');
    expect(pdf).toContain('the report “Poles” is too large for a mail.');
    expect(pdf).not.toContain('Content-Disposition');
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
  });

  it('a report that takes long holds up no other mail', async () => {
    await schedule('writer', { casework: { _class: layerId } });
    const { mail, jobs } = world.t.deps;
    const sendAtOnce = mail.send.bind(mail);
    const report = Promise.withResolvers<void>();
    const sent: string[] = [];
    vi.spyOn(mail, 'send').mockImplementation(async (one) => {
      if (one.subject === 'Casework') await report.promise;
      sent.push(one.subject);
      return await sendAtOnce(one);
    });
    try {
      await makeDue();
      await reportScheduleJobKind(world.t.deps).run(job, context);
      await jobs.poll(mailKinds);
      const { email } = world.own.users.reader;
      await world.ask('POST', 'user/resend-password', 'visitor', { payload: { email } });
      await vi.waitFor(async () => {
        await jobs.poll(mailKinds);
        expect(sent).toEqual(['Set a new password']);
      }, 10_000);
    } finally {
      report.resolve();
    }
    await world.t.mails();
    expect(sent).toEqual(['Set a new password', 'Casework']);
  });

  it('fields, values of lists and conditions have the names that the reader sees', async () => {
    const classId = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Trees' });
    const values = [
      { value: 'egle', names: { lv: 'Parastā egle', en: 'Norway spruce' } },
      { value: 'priede', names: { lv: 'Parastā priede' } },
    ];
    const layerFields = [
      {
        ...{ name: 'SUGA', type: 'text', oldValue: 'new_field', names: { lv: 'Koku suga' } },
        schema: { type: 'list', values },
      },
    ];
    const { status } = await world.ask('PUT', 'classifiers/1', 'unitAdmin', {
      payload: { id: classId, name: 'Trees', names: { lv: 'Koki' }, layerFields },
    });
    expect(status).toBe(200);
    const rows = ['egle', 'egle', 'priede'].map((SUGA) => ({ classId, data: { SUGA } }));
    await addObjects(getDatabase(), [...rows, { classId, data: {} }]);
    await setLanguage('lv');
    const ruleset = {
      condition: 'and',
      rules: [
        { field: 'SUGA', operator: 'in', value: 'egle\npriede' },
        { field: 'SUGA', operator: 'notEmpty', value: '' },
      ],
    };
    const content = { ...reportContent, layerIds: [classId], ruleset, description: '', shared: false };
    const bySpecies = { ...content, name: 'Pēc sugas', groupBy: 'data.SUGA', chart: 'pie' };
    const list = { ...content, name: 'Saraksts', groupBy: null, metrics: [], columns: ['data.SUGA'] };
    for (const body of [bySpecies, list]) {
      const { id } = await saveReport(world, body, 'writer');
      await schedule('writer', { reportId: id, formats: ['pdf', 'xlsx'] });
    }
    const mails = (await nextMails()).map(({ text }) => text);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      const pdf = wordsOf(mail);
      expect(pdf).toContain('Slāņi: Koki');
      expect(pdf).toContain(
        'Tikai objekti, kuriem: Koku suga ir viens no: Parastā egle, Parastā priede un Koku suga nav tukšs',
      );
      for (const text of [pdf, sheetOf(mail)]) {
        for (const name of ['Koku suga', 'Parastā egle', 'Parastā priede']) expect(text).toContain(name);
        for (const key of ['SUGA', '>egle', '>priede']) expect(text).not.toContain(key);
      }
    }
  });

  it('a reader who has lost the right gets nothing, and the log says why', async () => {
    const report = await saveReport(
      world,
      { ...reportContent, name: 'Ours', description: '', shared: true },
      'writer',
    );
    expect((await schedule('writer', { reportId: report.id })).json.reportName).toBe('Ours');
    expect((await nextMails()).map(({ subject }) => subject)).toEqual(['Ours']);
    await setModule(false);
    expect(await nextMails()).toEqual([]);
    expect((await lastRows())[0]).toMatchObject({ result: 'refused', details: { reason: 'FORBIDDEN' } });
  });

  it('two processes queue one mail', async () => {
    await schedule('reader');
    await makeDue();
    const queue = () => inTransaction(getDatabase(), {}, (db) => queueDue(db, world.t.clock));
    expect((await Promise.all([queue(), queue()])).toSorted()).toEqual([0, 1]);
  });

  it('is for those with a level in a unit, each for themselves, and a report that they can read', async () => {
    expect((await schedule('nobody')).status).toBe(403);
    expect((await schedule('reader', { reportId: 1 })).status).toBe(404);
    const { json } = await schedule('reader');
    expect((await world.ask('DELETE', `reports/schedules/${json.id}`, 'writer')).status).toBe(404);
    expect((await list('reader')).map(({ id }) => id)).toEqual([json.id]);
  });

  it.each([
    [{ days: [] }, 400],
    [{ days: [1, 1] }, 400],
    [{ days: [8] }, 400],
    [{ hour: 24 }, 400],
    [{ hour: 23 }, 201],
    [{ formats: [] }, 400],
    [{ formats: ['csv'] }, 400],
    [{ formats: ['pdf', 'pdf'] }, 400],
    [{ formats: ['pdf'] }, 201],
    [{ casework: { _weeks: 105 } }, 400],
  ])('%j is answered with %i', async (payload, status) => {
    expect((await schedule('writer', payload)).status).toBe(status);
  });

  it('a user has twenty at most', async () => {
    for (let count = 0; count < 20; count += 1) await schedule('moduleAdmin');
    expect((await schedule('moduleAdmin')).json).toMatchObject({ error: 'TOO_MANY_SCHEDULES' });
  });
});
