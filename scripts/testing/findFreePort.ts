import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns a port that no process listens on, so that two runs on one machine do not collide. */
export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}

/** Returns different ports that no process listens on. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(listeners.map((listener) => once(listener, 'listening')));
  const ports = listeners.map((listener) => (listener.address() as AddressInfo).port);
  await Promise.all(listeners.map((listener) => once(listener.close(), 'close')));
  return ports;
}
