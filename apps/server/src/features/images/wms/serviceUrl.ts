import type { FastifyRequest } from 'fastify';

/**
 * Where the service answers, for capabilities; ends in `?` or `&`. PUBLIC_URL where one is set, else the address it was
 * asked at. The object filter belongs to it: whoever adds the address with a filter to a map sees the layer through it.
 */
export function toServiceUrl(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string,
  layerId: number,
  query: Readonly<Record<string, string>>,
): string {
  const isSet = new URL(publicUrl).hostname !== 'localhost';
  const base = isSet ? publicUrl : `${protocol}://${host}`;
  const kept = Object.entries(query).filter(([name]) => /^_(class|field|value)$/.test(name));
  const filter = new URLSearchParams(kept).toString();
  return `${base}/api/v1/proxy/wmsLayers/${layerId}?${filter === '' ? '' : `${filter}&`}`;
}
