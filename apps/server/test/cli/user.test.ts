import { readConfig } from '@pgis/server';
import { addActors, describeOnEachDatabase, signIn, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPgis } from '../../src/cli/runPgis.ts';

describeOnEachDatabase('pgis', (getDatabase) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase());
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const pgis = async (...args: string[]) => {
    const out: string[] = [];
    const errors: string[] = [];
    const print = (line: string) => void out.push(line);
    const { dataDir } = t.deps.config;
    const config = { ...readConfig({ PUBLIC_URL: 'https://map.example' }, '/srv'), dataDir };
    const code = await runPgis(args, () => ({ config, print, openDatabase: async () => getDatabase() }), {
      print,
      printError: (line) => void errors.push(line),
    });
    return { code, out: out.join('\n'), errors: errors.join('\n') };
  };
  let numbers = 0;
  const newEmail = () => {
    numbers += 1;
    return `cli${numbers}-${getDatabase().kind}@example.org`;
  };

  test('without a command it lists all of them, and help tells more', async () => {
    const { code, out } = await pgis();
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}import +\S.+\n(.*\n)* {2}user +\S/m);
    expect((await pgis('help')).out).toBe(out);
    expect((await pgis('help', 'user')).out).toContain('pgis user add EMAIL');
    expect((await pgis('user', 'add', '--help')).out).toContain('pgis user add EMAIL');
  });

  test('what it does not know ends with 2, what cannot be done with 1, each with a sentence', async () => {
    await addActors(getDatabase());
    for (const args of [
      ['fly'],
      ['constructor'],
      ['user'],
      ['user', 'add'],
      ['user', 'add', 'nobody'],
      ['user', 'list', '--colour'],
    ]) {
      const { code, errors } = await pgis(...args);
      expect(`${args.join(' ')}: ${code}`).toBe(`${args.join(' ')}: 2`);
      expect(errors).toMatch(/\S+ \S+/);
    }
    const absent = await pgis('user', 'link', 'stranger@nowhere.example');
    expect(absent).toEqual({ code: 1, out: '', errors: 'There is no user stranger@nowhere.example.' });
  });

  test('D-USER-03: user add prints a password with which the user has to set a new one', async () => {
    const { companyId } = await addActors(getDatabase());
    const email = newEmail();
    const { code, out } = await pgis(
      'user',
      'add',
      email.toUpperCase(),
      '--company',
      String(companyId),
      '--group',
      'Editors',
      '--language',
      'lv',
    );
    expect(code).toBe(0);
    const password = /^First password: (\S+) /m.exec(out)?.[1] ?? '';
    const { user } = await signIn(t, { email, password });
    expect(user).toMatchObject({ companyId, firstLogin: true });
    expect(Object.values(user.permissions.unitPermissions)[0]).toEqual(['Write', 'Read']);
    const again = await pgis('user', 'add', email, '--company', String(companyId));
    expect([again.code, again.errors]).toEqual([1, `There is a user ${email} already.`]);
  });

  test('D-USER-03: an invitation works once', async () => {
    const { companyId } = await addActors(getDatabase());
    const email = newEmail();
    const { out } = await pgis('user', 'add', email, '--company', String(companyId), '--invite');
    const token = /https:\/\/map\.example\/#\/en\/auth\/reset\/(\S+)$/m.exec(out)?.[1] ?? '';
    const set = async () =>
      (
        await t.call({
          method: 'PUT',
          url: `/api/v1/user/new/${token}`,
          payload: { newPassword: 'a good new password' },
        })
      ).status;
    expect(await set()).toBe(204);
    expect(await set()).toBe(400);
    expect((await signIn(t, { email, password: 'a good new password' })).user.firstLogin).toBe(false);
  });

  test('user delete takes away the mails to the user, and those to others stay', async () => {
    const { users } = await addActors(getDatabase());
    const recipients = async () => (await t.mails()).map(({ to }) => to);
    const { email } = users.reader;
    for (const user of [users.reader, users.writer])
      await t.call({ method: 'POST', url: '/api/v1/user/resend-password', payload: { email: user.email } });
    expect(await recipients()).toEqual(expect.arrayContaining([email, users.writer.email]));
    expect((await pgis('user', 'delete', email)).out).toBe(`Deleted ${email}.`);
    expect(await recipients()).not.toContain(email);
    expect(await recipients()).toContain(users.writer.email);
  });

  test('user list names company, e-mail, status and groups; several companies have to be told apart', async () => {
    const { companyId, users } = await addActors(getDatabase());
    await addActors(getDatabase());
    const { out } = await pgis('user', 'list', '--company', String(companyId));
    expect(out.split('\n')).toHaveLength(Object.keys(users).length);
    expect(out).toContain(`Test company\t${users.moduleAdmin.email}\tenabled\tAdministrators`);
    expect(out).toContain(`${users.disabled.email}\tdisabled`);
    const unclear = await pgis('user', 'add', newEmail());
    expect([unclear.code, unclear.errors]).toEqual([1, expect.stringContaining('--company')]);
  });
});
