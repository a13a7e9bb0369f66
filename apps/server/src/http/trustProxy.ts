import type { Config } from '../config.ts';

/** Says whether the address that is `hop` steps away is a proxy; hop 0 is the peer of the socket. */
export type TrustProxy = (address: string, hop: number) => boolean;

/**
 * Converts the setting to what Fastify expects. Fastify trusts nobody when it gets a number, so a number of
 * proxies becomes a function that counts hops.
 */
export function toTrustProxy(setting: Config['trustProxy']): boolean | string[] | TrustProxy {
  if (typeof setting === 'number') return (_, hop) => hop < setting;
  return typeof setting === 'boolean' ? setting : [...setting];
}
