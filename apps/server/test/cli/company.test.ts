import { addActors, describeOnEachDatabase, signIn, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyCommand } from '../../src/cli/company.ts';
import { userCommand } from '../../src/cli/user.ts';

describeOnEachDatabase('pgis company and pgis user', (getDatabase) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase());
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function run(command: typeof companyCommand, ...args: string[]): Promise<string> {
    const lines: string[] = [];
    await command.run(args, {
      config: t.deps.config,
      openDatabase: async () => getDatabase(),
      print: (line) => lines.push(line),
    });
    return lines.join('\n');
  }

  test('D-USER-05 D-USER-07: a company is added with its groups and statuses, and its first user administers it', async () => {
    const name = 'Mežu uzņēmums';
    const out = await run(
      companyCommand,
      'add',
      ` ${name} `,
      ...['--center', '24.5,56.9', '--zoom', '11', '--language', 'lv'],
    );
    const companyId = Number(/company (\d+) /.exec(out)?.[1]);
    const user = await run(
      userCommand,
      ...['add', 'boss@forest.example', '--company', String(companyId), '--group', 'Administrators'],
    );
    const password = /^First password: (\S+)/m.exec(user)?.[1] ?? '';
    const signedIn = await signIn(t, { email: 'boss@forest.example', password });
    expect(signedIn.user).toMatchObject({ companyId, Admin: true, hasCustomReports: true, firstLogin: true });
    await t.call({
      method: 'PUT',
      url: `/api/v1/user/${signedIn.user.userId}`,
      headers: signedIn.headers,
      payload: { oldPassword: password, newPassword: 'a good new password' },
    });
    const read = await t.call({ url: `/api/v1/companies/${companyId}`, headers: signedIn.headers });
    expect(read.json).toMatchObject({
      ...{ id: companyId, name, language: 'lv' },
      ...{ defaultCenter: [24.5, 56.9], defaultZoom: 11 },
    });
    const groups = await t.call<{ name: string }[]>({ url: '/api/v1/groups', headers: signedIn.headers });
    expect(JSON.stringify(groups.json)).toMatch(/Administrators.*Editors.*Viewers/);
    const { rows } = await getDatabase().pool.query(
      `SELECT (SELECT count(*) FROM classifiers WHERE company_id = $1 AND kind = 'status') AS statuses,
              (SELECT count(*) FROM audit_log WHERE company_id = $1 AND action = 'COMPANY_ADDED') AS logged`,
      [companyId],
    );
    expect(rows).toEqual([{ statuses: 8, logged: 1 }]);
    expect(await run(companyCommand, 'list')).toContain(`${companyId}\t${name}`);
    await expect(run(companyCommand, 'add', name)).rejects.toThrow(
      'There is already a company "Mežu uzņēmums"',
    );
  });

  test('a company that cannot be is refused with a sentence, and nothing of it is stored', async () => {
    const before = await run(companyCommand, 'list');
    for (const args of [
      [],
      ['add'],
      ['add', ' '],
      ['add', 'x'.repeat(201)],
      ['add', 'Two', 'words'],
      ['add', 'A', '--center', '200,50'],
      ['add', 'A', '--center', 'Riga'],
      ['add', 'A', '--zoom', '1'],
      ['add', 'A', '--language', 'de'],
      ['add', 'A', '--colour', 'red'],
      ['fly'],
    ])
      await expect(run(companyCommand, ...args)).rejects.toThrow(/\S+ \S+/);
    expect(await run(companyCommand, 'list')).toBe(before);
  });

  test('D-USER-02: pgis user delete takes a user away, but not the last administrator', async () => {
    const { users } = await addActors(getDatabase());
    expect(await run(userCommand, 'delete', users.reader.email)).toBe(`Deleted ${users.reader.email}.`);
    await expect(signIn(t, users.reader)).rejects.toThrow('INVALID_CREDENTIALS');
    expect(await run(userCommand, 'list')).not.toContain(users.reader.email);
    await expect(run(userCommand, 'delete', users.moduleAdmin.email)).rejects.toThrow('last administrator');
    expect((await signIn(t, users.moduleAdmin)).user.userId).toBe(users.moduleAdmin.id);
    await expect(run(userCommand, 'delete', users.reader.email)).rejects.toThrow('There is no user');
  });
});
