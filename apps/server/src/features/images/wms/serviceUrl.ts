import type { FastifyRequest } from 'fastify';

/** PUBLIC_URL where one is set, else the address that was asked at. */
export const toBaseUrl = (
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string,
): string => (new URL(publicUrl).hostname === 'localhost' ? `${protocol}://${host}` : publicUrl);

/**
 * Where the service answers, for capabilities; ends in `?` or `&`. The object filter belongs to it: whoever adds the address with a filter to a map sees the layer through it.
 */
export function toServiceUrl(
  asked: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string,
  layerId: number,
  query: Readonly<Record<string, string>>,
): string {
  const kept = Object.entries(query).filter(([name]) => /^_(class|field|value)$/.test(name));
  const filter = new URLSearchParams(kept).toString();
  return `${toBaseUrl(asked, publicUrl)}/api/v1/proxy/wmsLayers/${layerId}?${filter === '' ? '' : `${filter}&`}`;
}
