import { BlockList, isIPv6, type Socket } from 'node:net';
import { limits } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import { toNetwork } from '../../access/rateLimits.ts';
import type { Config } from '../../config.ts';

/**
 * Limits the sockets of the process, and those of one address (IPv6: of one /64), so that no client takes all
 * of them. A proxy holds the sockets of all its clients and has no limit of its own.
 */
export function limitSockets(
  app: FastifyInstance,
  { trustProxy, maxSocketsPerAddress }: Pick<Config, 'trustProxy' | 'maxSocketsPerAddress'>,
): void {
  app.server.maxConnections = limits.sockets;
  if (maxSocketsPerAddress === 0) return;
  const isProxy = proxyTest(trustProxy);
  const counts = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const network = toNetwork(remoteAddress);
    const count = counts.get(network) ?? 0;
    if (count >= maxSocketsPerAddress) {
      socket.destroy();
      return;
    }
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 0) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}

/** Returns a test of whether the peer of a socket is a proxy. */
function proxyTest(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  // The setting says that all connections come from a proxy.
  if (typeof trustProxy === 'number') return () => true;
  const proxies = new BlockList();
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
