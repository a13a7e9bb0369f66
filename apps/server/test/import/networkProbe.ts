import '../../src/importing/worker/blockNetwork.ts';
import { createSocket } from 'node:dgram';
import dns, { lookup, Resolver, setServers } from 'node:dns';
import { Resolver as PromisedResolver, lookup as promisedLookup } from 'node:dns/promises';
import type { EventEmitter } from 'node:events';
import http2 from 'node:http2';
import { open as openInspector } from 'node:inspector';
import { connect, createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Worker } from 'node:worker_threads';

/** Tries each way to the network that a parser could take, and answers what became of it. */

interface Ports {
  readonly tcp: number;
  readonly udp: number;
}

const WAIT_MS = 1_500;

/** Settles when something was done; what never answers was not. */
const byEvent = (emitter: EventEmitter, name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    emitter.on(name, resolve);
    emitter.on('error', reject);
  });

const ways: Record<string, (ports: Ports) => unknown> = {
  'net.connect': ({ tcp }) => byEvent(connect(tcp, '127.0.0.1'), 'connect'),
  'tls.connect': ({ tcp }) => byEvent(connectTls(tcp, '127.0.0.1'), 'connect'),
  'http2.connect': ({ tcp }) => byEvent(http2.connect(`http://127.0.0.1:${tcp}`), 'connect'),
  fetch: ({ tcp }) => fetch(`http://127.0.0.1:${tcp}`),
  WebSocket: ({ tcp }) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${tcp}`);
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error('refused'));
    }),
  'net.listen': () => byEvent(createServer().listen(0), 'listening'),
  'dgram.send': ({ udp }) =>
    new Promise((resolve, reject) =>
      createSocket('udp4').send('a', udp, '127.0.0.1', (error) => (error ? reject(error) : resolve(1))),
    ),
  'dgram.connect': ({ udp }) => {
    const socket = createSocket('udp4');
    socket.connect(udp, '127.0.0.1');
    return byEvent(socket, 'connect');
  },
  'dgram.bind': () => byEvent(createSocket('udp4').bind(0), 'listening'),
  'dns.lookup': () => new Promise((resolve) => lookup('localhost', resolve)),
  'dns.promises.lookup': () => promisedLookup('localhost'),
  'dns.setServers': ({ udp }) => setServers([`127.0.0.1:${udp}`]),
  'dns.resolve4': () => new Promise((resolve) => dns.resolve4('localhost', resolve)),
  Resolver: ({ udp }) => {
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${udp}`]);
    return new Promise((resolve) => resolver.resolveTxt('data.example', resolve));
  },
  'dns.promises.Resolver': ({ udp }) => {
    const resolver = new PromisedResolver();
    resolver.setServers([`127.0.0.1:${udp}`]);
    return resolver.resolve('data.example');
  },
  inspector: () => openInspector(0, '127.0.0.1'),
  worker: () => byEvent(new Worker('', { eval: true }), 'online'),
};

process.on('message', async (ports: Ports) => {
  const outcomes: Record<string, string> = {};
  for (const [name, way] of Object.entries(ways)) {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), WAIT_MS));
    outcomes[name] = await Promise.race([Promise.resolve(ports).then(way), late]).then(
      () => 'done',
      (error: Error) => error.message,
    );
  }
  process.send?.(outcomes);
});
// An error that reaches nobody is a refusal as well.
process.on('uncaughtException', () => {});
