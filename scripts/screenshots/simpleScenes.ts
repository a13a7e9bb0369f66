import type { Scene } from './Scene.ts';

export const landing: Scene = (stage) => stage.goTo('auth/landing-page');
export const login: Scene = (stage) => stage.goTo('auth/login');

export const forgotten: Scene = async (stage) => {
  await login(stage);
  await stage.page.getByRole('button', { name: stage.text('LOGIN.FORGOT') }).click();
  await stage.settle();
};

/** The page of the link in an invitation or reset mail. */
export const newPassword: Scene = (stage) => stage.goTo('auth/reset/of-a-picture');

/** The page of the unsubscribe link in a reporter's mails. */
export const mails: Scene = (stage) => stage.goTo(`mails/${stage.options.mailsToken}`);
