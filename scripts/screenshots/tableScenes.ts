import { aroundRiga, countryside, openPanel, type Scene } from './Scene.ts';

/** Table of a layer under the map, with checked rows and one selected row. */
export const mapTable: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await openPanel(stage);
  const name = stage.text('TABLE.OPEN_OF').replace('{{layer}}', 'Forest stands');
  await stage.page.getByRole('button', { name }).click();
  const boxes = stage.page.getByRole('cell').getByRole('checkbox');
  for (const index of [0, 1, 3]) await boxes.nth(index).check();
  await stage.settle();
};

/** The dialog that changes the checked rows. */
export const mapTableChange: Scene = async (stage) => {
  await mapTable(stage);
  await stage.page.getByRole('button', { name: stage.text('TABLE.CHANGE') }).click();
  await stage.page.getByRole('combobox', { name: stage.text('TABLE.WHAT') }).click();
  await stage.page.getByRole('option').nth(1).click();
  await stage.page.getByText(stage.text('TABLE.WAYS.set'), { exact: true }).click();
  await stage.page.getByRole('dialog').getByRole('textbox').last().waitFor();
  await stage.settle();
};
