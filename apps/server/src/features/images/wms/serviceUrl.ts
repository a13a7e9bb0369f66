import type { LayerId } from '@pgis/contract';
import type { FastifyRequest } from 'fastify';

const hostAndPort = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/**
 * Returns PUBLIC_URL where one is set, else the address of the request. Both parts of that address may come
 * from a proxy's headers, so nothing but http, https and a host becomes part of an address.
 */
export function toBaseUrl(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string,
): string {
  if (new URL(publicUrl).hostname !== 'localhost' || !hostAndPort.test(host)) return publicUrl;
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
}

/**
 * Returns the address of the service for its capabilities; ends in `?` or `&`. It includes the object filter: a client that
 * adds the address with a filter to a map sees the layer through it.
 */
export function toServiceUrl(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string,
  { layerId, query }: { readonly layerId: LayerId; readonly query: Readonly<Record<string, string>> },
): string {
  const filters = Object.entries(query).filter(([name]) => /^_(class|field|value)$/.test(name));
  const filter = new URLSearchParams(filters).toString();
  return `${toBaseUrl(request, publicUrl)}/api/v1/proxy/wmsLayers/${layerId}?${filter === '' ? '' : `${filter}&`}`;
}
