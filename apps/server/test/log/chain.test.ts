import { BackgroundWork, databaseClock, inTransaction, JobRunner, readConfig } from '@pgis/server';
import { addActors, describeOnEachDatabase } from '@pgis/testkit';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { eraseFromLog } from '../../src/audit/eraseFromLog.ts';
import { scheduleSealing } from '../../src/audit/scheduleSealing.ts';
import { sealLog } from '../../src/audit/sealLog.ts';
import { verifyLog } from '../../src/audit/verifyLog.ts';
import { runPgis } from '../../src/cli/runPgis.ts';

vi.setConfig({ testTimeout: 30_000 });

describeOnEachDatabase('the sealed log', (getDatabase) => {
  const newCompany = async () => (await addActors(getDatabase())).companyId;

  const write = (companyId: number, count: number, ip = '10.0.0.1') =>
    inTransaction(getDatabase(), {}, async (db) => {
      for (let i = 0; i < count; i += 1)
        await audit(db, {
          actor: { kind: 'anonymous', visitorId: undefined, address: ip },
          companyId,
          action: 'OBJECT_CHANGED',
          entity: 'object',
          entityId: 100 + i,
          entityName: `Ērgļu iela ${i}`,
          details: { old: { name: 'a', data: { width: 1.5, z: null } }, new: { name: 'ā' } },
        });
    });

  const rowsOf = (companyId: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('company_id', '=', companyId)
      .orderBy('seal_no')
      .orderBy('id')
      .execute();

  /** Changes rows as only the owner of the database can. */
  const tamper = (statement: (id: number[]) => ReturnType<typeof sql>, ids: number[]) =>
    inTransaction(getDatabase(), {}, async (db) => {
      await sql`ALTER TABLE audit_log DISABLE TRIGGER USER`.execute(db);
      await statement(ids).execute(db);
      await sql`ALTER TABLE audit_log ENABLE TRIGGER USER`.execute(db);
    });

  const sealed = async (count: number) => {
    const companyId = await newCompany();
    await write(companyId, count);
    await sealLog(getDatabase());
    return { companyId, ids: (await rowsOf(companyId)).map(({ id }) => id) };
  };

  const pgis = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const context = { config: readConfig({}, '/srv'), print, openDatabase: async () => getDatabase() };
    const code = await runPgis(['verify-log', ...args], () => context, { print, printError: print });
    return { code, lines };
  };

  test('D-LOG-01: committed rows are sealed in a chain without gaps, and only once', async () => {
    const companyId = await newCompany();
    await write(companyId, 1_200);
    const before = await verifyLog(getDatabase().db, companyId);
    expect(before).toMatchObject({ sealed: 0, unsealed: 1_200, problems: [] });
    expect(await sealLog(getDatabase())).toBeGreaterThanOrEqual(1_200);
    const rows = await rowsOf(companyId);
    expect(rows.map((row) => row.seal_no)).toEqual(rows.map((_, i) => i + 1));
    expect(new Set(rows.map((row) => row.seal?.toString('hex'))).size).toBe(rows.length);
    expect(await sealLog(getDatabase())).toBe(0);
    expect(await verifyLog(getDatabase().db, companyId)).toMatchObject({
      sealed: 1_200,
      unsealed: 0,
      erased: 0,
      last: { sealNo: 1_200, seal: rows.at(-1)?.seal?.toString('hex') },
      problems: [],
    });
  });

  test('D-LOG-01: while the server runs, rows are sealed within 5 s', async () => {
    const companyId = await newCompany();
    const background = new BackgroundWork();
    const jobs = new JobRunner({ database: getDatabase(), clock: databaseClock, background });
    scheduleSealing(jobs, getDatabase());
    jobs.start(fastify().log);
    await write(companyId, 3);
    await expect
      .poll(async () => (await verifyLog(getDatabase().db, companyId)).sealed, { timeout: 5_000 })
      .toBe(3);
    jobs.stop();
    await background.idle();
    await write(companyId, 1);
    expect((await verifyLog(getDatabase().db, companyId)).unsealed).toBe(1);
  });

  test('writers and sealers at once lose nothing and leave one chain', async () => {
    const companyId = await newCompany();
    const writers = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 10; i += 1) await write(companyId, 3);
    });
    let isWriting = true;
    const sealers = Array.from({ length: 3 }, async () => {
      while (isWriting) await sealLog(getDatabase());
    });
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(sealers);
    await sealLog(getDatabase());
    expect(await verifyLog(getDatabase().db, companyId)).toMatchObject({
      sealed: 240,
      unsealed: 0,
      problems: [],
    });
  });

  test('D-LOG-01: no statement of the server can change or remove a row, sealed or not', async () => {
    const { companyId } = await sealed(2);
    await write(companyId, 1);
    for (const statement of [
      sql`UPDATE audit_log SET entity_name = 'x' WHERE company_id = ${companyId}`,
      sql`UPDATE audit_log SET seal = NULL, seal_no = NULL WHERE company_id = ${companyId} AND seal IS NOT NULL`,
      sql`UPDATE audit_log SET seal = 'x', action = 'LOGIN' WHERE company_id = ${companyId} AND seal IS NULL`,
      sql`DELETE FROM audit_log WHERE company_id = ${companyId}`,
      sql`TRUNCATE audit_log CASCADE`,
    ])
      await expect(statement.execute(getDatabase().db)).rejects.toThrow(/insert-only/);
    const acting = inTransaction(getDatabase(), {}, async (db) => {
      await sql`SELECT set_config('pgis.erasing', 'on', true)`.execute(db);
      await sql`UPDATE audit_log SET action = 'LOGIN' WHERE company_id = ${companyId}`.execute(db);
    });
    await expect(acting).rejects.toThrow(/insert-only/);
  });

  test('verify-log names a changed row, whatever of it was changed', async () => {
    const { companyId, ids } = await sealed(12);
    const changes = [
      sql`entity_name = 'Cita iela'`,
      sql`ip = '10.0.0.2'`,
      sql`user_name = 'Nobody'`,
      sql`details = jsonb_set(details, '{new,name}', '"b"')`,
      sql`action = 'OBJECT_DELETED'`,
      sql`at = at + interval '1 second'`,
      sql`user_id = 5`,
      sql`entity_id = 5`,
      sql`result = 'refused'`,
      sql`digest = decode(repeat('00', 32), 'hex')`,
    ];
    for (const [i, change] of changes.entries())
      await tamper(
        ([id]) => sql`UPDATE audit_log SET ${change} WHERE company_id = ${companyId} AND id = ${id}`,
        [ids[i + 1] ?? 0],
      );
    const { problems } = await verifyLog(getDatabase().db, companyId);
    expect(new Set(problems.map((problem) => 'id' in problem && problem.id))).toEqual(
      new Set(ids.slice(1, 11)),
    );
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['changed']));
    const { code, lines } = await pgis('--company', String(companyId));
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain(`row ${ids[1]} (link 2) was changed: name, address or details`);
  });

  test('verify-log names removed rows, in the middle and at the end', async () => {
    const { companyId, ids } = await sealed(10);
    await tamper(
      (deletedIds) => sql`DELETE FROM audit_log WHERE company_id = ${companyId} AND id = ANY(${deletedIds})`,
      [...ids.slice(2, 4), ...ids.slice(6, 7), ...ids.slice(9)],
    );
    const { code, lines } = await pgis('--company', String(companyId));
    expect(code).toBe(1);
    expect(lines.slice(1)).toEqual([
      '  links 3 to 4 were removed',
      '  link 7 was removed',
      '  link 10 was removed',
    ]);
  });

  test('verify-log names an inserted row: pushed into the chain, half in it, past its end, or with an old date', async () => {
    const { companyId, ids } = await sealed(6);
    const copy = (sealNo: number | null, seal: string | null, at = sql`at`) =>
      sql<{ id: number }>`
        INSERT INTO audit_log (company_id, id, at, action, entity, details, seal_no, seal, salt, digest)
        SELECT company_id, new_id(company_id, 'audit_seq'), ${at}, 'LOGIN', 'user', '{}', ${sealNo}::bigint,
               ${seal}::bytea, salt, digest
        FROM audit_log WHERE company_id = ${companyId} AND id = ${ids[2]} RETURNING id`;
    await tamper(
      () =>
        sql`UPDATE audit_log SET seal_no = seal_no + 1000 WHERE company_id = ${companyId} AND seal_no > 3`,
      [],
    );
    await tamper(
      () =>
        sql`UPDATE audit_log SET seal_no = seal_no - 999 WHERE company_id = ${companyId} AND seal_no > 1000`,
      [],
    );
    await tamper(() => sql`UPDATE audit_chains SET seal_no = 7 WHERE company_id = ${companyId}`, []);
    const { db } = getDatabase();
    const added = [
      ...(await copy(4, '\\x1234').execute(db)).rows,
      ...(await copy(null, '\\x1234').execute(db)).rows,
      ...(await copy(99, '\\x1234').execute(db)).rows,
    ].map(({ id }) => id);
    const { problems } = await verifyLog(db, companyId);
    expect(problems).toEqual(added.map((id) => ({ kind: 'inserted', id })));

    const other = await sealed(3);
    await sql`INSERT INTO audit_log (company_id, id, at, action, entity)
      SELECT ${other.companyId}::integer, new_id(${other.companyId}, 'audit_seq'), now() - interval '1 year', 'LOGIN', 'user'`.execute(
      db,
    );
    await sealLog(getDatabase());
    expect((await verifyLog(db, other.companyId)).problems).toEqual([
      { kind: 'backdated', id: expect.any(Number), sealNo: 4 },
    ]);
  });

  test('erasing what names a person keeps the chain whole, and what is left is sealed again', async () => {
    const { companyId, ids } = await sealed(5);
    await write(companyId, 1);
    const digests = (await rowsOf(companyId)).map(({ digest }) => digest);
    const erase = (id: number) =>
      inTransaction(getDatabase(), {}, (db) =>
        eraseFromLog(db, {
          companyId,
          where: sql`id >= ${id}`,
          change: (content) =>
            content.ip === '10.0.0.1'
              ? { ...content, ip: '', entityName: '', details: { erased: true } }
              : undefined,
          reason: 'a test',
          actor: undefined,
        }),
      );
    expect(await erase(ids[3] ?? 0)).toBe(3);
    await sealLog(getDatabase());
    const rows = await rowsOf(companyId);
    expect(rows.map(({ ip }) => ip)).toEqual(['10.0.0.1', '10.0.0.1', '10.0.0.1', '', '', '', '']);
    expect(rows.slice(0, 5).map(({ digest }) => digest)).toEqual(digests.slice(0, 5));
    expect(rows.at(-1)).toMatchObject({
      action: 'LOG_ERASED',
      details: { reason: 'a test', count: 3, digests: { [ids[3] ?? 0]: expect.any(String) } },
    });
    expect(JSON.stringify(rows.slice(3))).not.toContain('Ērgļu');
    expect(await verifyLog(getDatabase().db, companyId)).toMatchObject({ erased: 2, problems: [] });

    // A second erasing of the same row, and then a change of what erasing has left.
    expect(await erase(ids[0] ?? 0)).toBe(3);
    await sealLog(getDatabase());
    expect((await verifyLog(getDatabase().db, companyId)).problems).toEqual([]);
    await tamper(
      ([id]) => sql`UPDATE audit_log SET ip = 'x' WHERE company_id = ${companyId} AND id = ${id}`,
      [ids[4] ?? 0],
    );
    expect((await verifyLog(getDatabase().db, companyId)).problems).toEqual([
      { kind: 'changed', id: ids[4], sealNo: 5, part: 'content' },
    ]);
  });

  test('verify-log of an intact log says so with its last link, and knows that link again', async () => {
    const { companyId } = await sealed(3);
    const { code, lines } = await pgis('--company', String(companyId));
    expect(code).toBe(0);
    const [, link = ''] =
      /^\d+ Test company: 3 rows sealed, intact; last link (3:[0-9a-f]{64})$/.exec(lines[0] ?? '') ?? [];
    await write(companyId, 2);
    await sealLog(getDatabase());
    const again = await pgis('--company', String(companyId), '--expect', link);
    expect(again).toEqual({ code: 0, lines: [expect.any(String), '  link 3 is the one expected'] });
    const forged = await pgis(
      '--company',
      String(companyId),
      '--expect',
      link.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    );
    expect(forged).toEqual({ code: 1, lines: [expect.any(String), '  link 3 is another one'] });
    expect((await pgis('--expect', 'x')).code).toBe(2);
  });
});
