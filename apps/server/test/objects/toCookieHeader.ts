/** Returns the request header with the visitor cookie that an answer set. */
export function toCookieHeader(headers: Readonly<Record<string, unknown>>): { cookie: string } {
  const cookie = String(headers['set-cookie'] ?? '').split(';')[0] ?? '';
  if (!cookie.startsWith('pgis_visitor=')) throw new Error('the answer sets no visitor cookie');
  return { cookie };
}
