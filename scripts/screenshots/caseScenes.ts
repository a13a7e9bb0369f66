import type { Scene } from './Scene.ts';

/** The open cases of a clerk, with the first one opened. */
export const inbox: Scene = async (stage) => {
  const { page, options } = stage;
  await stage.signIn('editor@demo.example');
  await stage.goTo('inbox?tab=all');
  const cases = page.getByRole('list', { name: stage.text('INBOX.CASES') }).getByRole('listitem');
  await cases.first().waitFor();
  if (options.size === 'wide') await cases.first().getByRole('button').first().click();
  await stage.settle();
};

/** A case on a phone, where it takes the whole screen. */
export const openedCase: Scene = async (stage) => {
  await inbox(stage);
  await stage.page
    .getByRole('list', { name: stage.text('INBOX.CASES') })
    .getByRole('button')
    .first()
    .click();
  await stage.settle();
};

/** Figures of all case layers. */
export const casework: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('reports/casework');
};
