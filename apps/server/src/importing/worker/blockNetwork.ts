import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Imported first by the reading process: whatever a parser does with a hostile file, it opens no connection. */
const refuse = (): never => {
  throw new Error('a reading process has no network');
};

/** A question to a name server carries data out as well as a connection does. */
const refuseAll = (owner: object): void => {
  for (const name of Object.getOwnPropertyNames(owner))
    if (/^(lookup|resolve|reverse|setServers)/.test(name))
      Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
};

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
for (const name of ['bind', 'connect', 'send', 'sendto'])
  Object.defineProperty(dgram.Socket.prototype, name, { value: refuse });
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  refuseAll(owner);
  const base: unknown = Object.getPrototypeOf(owner);
  if (base !== Object.prototype && typeof base === 'object' && base !== null) refuseAll(base);
}
// An import by name is a binding of its own, which the assignment above does not change.
syncBuiltinESMExports();
