/** Encodes everything but the characters that RFC 5987 allows. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Headers of a response that a browser saves under this name and never shows inside our origin, whatever it
 * holds.
 */
export const attachmentHeaders = (name: string): Readonly<Record<string, string>> => ({
  'content-disposition': `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encode(name)}`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
});
