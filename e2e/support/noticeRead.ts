/** Cookie of a user who has read the cookie notice, for a Playwright storage state. */
export const noticeRead = (serverUrl: string) => ({
  name: 'pgis_prefs',
  value: encodeURIComponent(JSON.stringify({ cookieNoticeRead: true })),
  domain: new URL(serverUrl).hostname,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax' as const,
});
