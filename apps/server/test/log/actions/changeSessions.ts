import type { CurrentUser } from '@pgis/contract';
import { actorPassword, signIn } from '@pgis/testkit';
import type { LogWorld } from '../LogWorld.ts';

const newPassword = 'battery staple 9 horses';
const linkPassword = 'another horse 11 stable';
const wrongPassword = 'a wrong guess 13 times';
const passwords = [actorPassword, newPassword, linkPassword, wrongPassword];

/** Signs in and out, sets passwords, steals a session, makes a refused call. Returns the texts that must not be in the log. */
export async function changeSessions({ t, own, pgis }: LogWorld): Promise<readonly string[]> {
  const { email } = own.users.nobody;
  const token = (password: string) =>
    t.call({ method: 'POST', url: '/api/v1/token', payload: { email, password } });
  await token(wrongPassword);
  const { user, headers } = await signIn(t, own.users.nobody);
  const accessToken = user.token;
  const asked = await t.call<{ data: { refreshToken: string } }>({
    method: 'POST',
    url: '/api/v1/token/refresh',
    payload: { accessToken },
  });
  const pair = { accessToken, refreshToken: asked.json.data.refreshToken };
  const exchange = () =>
    t.call<{ data: CurrentUser }>({ method: 'POST', url: '/api/v1/token/refreshed', payload: pair });
  await exchange();
  const change = (oldPassword: string) =>
    t.call({
      method: 'PUT',
      url: `/api/v1/user/${user.userId}`,
      headers,
      payload: { oldPassword, newPassword },
    });
  await change(wrongPassword);
  await change(actorPassword);
  await t.call({ method: 'DELETE', url: `/api/v1/user/${user.userId}/sessions`, headers });
  await t.call({ url: '/api/v1/log', headers });
  t.clock.advance(30);
  await exchange();
  const again = await signIn(t, { email, password: newPassword });
  await t.call({
    method: 'POST',
    url: '/api/v1/token/dispose',
    payload: { accessToken: again.user.token },
  });
  await t.call({ method: 'POST', url: '/api/v1/user/resend-password', payload: { email } });
  const mail = (await t.mails()).find(({ to }) => to === email);
  const link = /reset\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  await t.call({ method: 'PUT', url: `/api/v1/user/new/${link}`, payload: { newPassword: linkPassword } });
  await pgis('user', 'link', email);
  return [accessToken, pair.refreshToken, again.user.token, link, ...passwords];
}
