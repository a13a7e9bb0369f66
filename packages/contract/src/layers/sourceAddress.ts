/** Stands for the server's own origin, which is not known here. */
const ownOrigin = 'https://own.invalid';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the check is about
const control = /[\u0000-\u001f\u007f]/;

function resolve(address: string): URL | undefined {
  try {
    return new URL(address, ownOrigin);
  } catch {
    return undefined;
  }
}

/**
 * Resolves the address of a base layer as a browser does, without its placeholders: an address of this server is
 * `'own'`, one of another server is its https URL, and anything else is undefined. Browsers drop tabs and line
 * breaks from addresses, so that `/<TAB>/host` is an address of another server.
 */
export function resolveSourceAddress(address: string): URL | 'own' | undefined {
  if (control.test(address)) return undefined;
  // ol expands `{a-c}` to the names of several servers.
  const url = resolve(address.replace(/\{\w-\w\}/g, 'a').replace(/[{}]/g, ''));
  if (url === undefined) return undefined;
  if (address.startsWith('/')) return url.origin === ownOrigin ? 'own' : undefined;
  return /^https:\/\/[^/]/i.test(address) && url.protocol === 'https:' ? url : undefined;
}

/** Names the placeholders of a WMTS address, such as `{TileMatrix}`, as those of XYZ: in Web Mercator they count alike. */
export const toXyzTemplate = (address: string): string =>
  address
    .replace(/\{TileMatrix\}/gi, '{z}')
    .replace(/\{TileCol\}/gi, '{x}')
    .replace(/\{TileRow\}/gi, '{y}');
