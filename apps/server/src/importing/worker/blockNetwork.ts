import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

/** Imported first by the reading process: whatever a parser does with a hostile file, it opens no connection. */
const refuse = (): never => {
  throw new Error('a reading process has no network');
};

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dgram.Socket.prototype.send = refuse as unknown as typeof dgram.Socket.prototype.send;
dns.lookup = refuse as unknown as typeof dns.lookup;
