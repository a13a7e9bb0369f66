import type { Scene } from './Scene.ts';

export const landing: Scene = (stage) => stage.goTo('auth/landing-page');
export const login: Scene = (stage) => stage.goTo('auth/login');

export const forgotten: Scene = async (stage) => {
  await login(stage);
  await stage.page.getByRole('button', { name: stage.text('LOGIN.FORGOT') }).click();
  await stage.settle();
};

/** Where the link of an invitation or of a reset mail leads. */
export const newPassword: Scene = (stage) => stage.goTo('auth/reset/of-a-picture');

/** Where the last link of a mail to somebody who reported leads. */
export const mails: Scene = (stage) => stage.goTo(`mails/${stage.options.mailsToken}`);
