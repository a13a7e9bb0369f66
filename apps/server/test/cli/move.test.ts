import type { ErrorBody } from '@pgis/contract';
import { addActors, describeOnEachDatabase, signIn, startTestApp } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { lockWrites, unlockWrites } from '../../src/backup/move/writeLock.ts';
import { moveCommand } from '../../src/cli/move/moveCommand.ts';

describeOnEachDatabase('pgis move', (getDatabase) => {
  test('while a database is moved the server answers reads, and refuses changes in the language of the user', async () => {
    const lines: string[] = [];
    await using t = await startTestApp(getDatabase());
    const { users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.moduleAdmin);
    await t.app.ready();
    await t.deps.background.idle();
    await lockWrites(getDatabase());
    try {
      expect((await t.call({ url: '/readyz' })).status).toBe(200);
      expect((await t.call({ url: '/api/v1/classifiers', headers })).status).toBe(200);
      const signingIn = await t.call<ErrorBody>({
        method: 'POST',
        url: '/api/v1/token',
        headers: { 'accept-language': 'lv' },
        payload: { email: users.writer.email, password: users.writer.password },
      });
      expect(signingIn.status).toBe(503);
      expect(signingIn.headers['retry-after']).toBe('60');
      expect(signingIn.json).toMatchObject({
        error: 'READ_ONLY',
        message: expect.stringContaining('tikai lasāmi'),
      });
      // Jobs wait; that is nothing to log as an error.
      await expect(t.deps.jobs.poll()).resolves.toBeUndefined();
      await t.deps.background.idle();
    } finally {
      const code = await moveCommand.run(['--unlock'], {
        config: t.deps.config,
        openDatabase: async () => getDatabase(),
        print: (line) => lines.push(line),
      });
      expect({ code, lines }).toEqual({ code: 0, lines: ['The database can be written again.'] });
    }
    expect((await signIn(t, users.writer)).user.userId).toBe(users.writer.id);
    await unlockWrites(getDatabase());
  });

  test.each([
    [],
    ['--to', 'mysql://x'],
    ['--to', 'embedded'],
    ['--unlock', '--to', 'embedded'],
    ['somewhere'],
  ])('arguments that do not fit are refused: %s', async (...args) => {
    await using t = await startTestApp(getDatabase());
    const running = moveCommand.run(args, {
      config: { ...t.deps.config, databaseUrl: undefined },
      openDatabase: async () => getDatabase(),
      print: () => {},
    });
    await expect(running).rejects.toMatchObject({ name: 'UsageError' });
  });
});
