import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { killWhenFrozen } from './EngineProcess.ts';

afterEach(() => void vi.useRealTimers());

test('a child that is ready and stands still before its first heartbeat is ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const script = "process.send('ready'); setInterval(() => {}, 1_000)";
  const child = spawn(process.execPath, ['--eval', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
  });
  const ended = once(child, 'exit');
  killWhenFrozen(child);
  await once(child, 'message');
  vi.advanceTimersByTime(10_000);
  expect(child.killed).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(await ended).toEqual([null, 'SIGKILL']);
});
