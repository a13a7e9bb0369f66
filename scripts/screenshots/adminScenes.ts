import { aroundRiga, reports, type Scene } from './Scene.ts';

/** A manager browses the trees. */
export const layerReport: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('reports/layer-reports');
  await stage.page.getByRole('combobox').first().click();
  await stage.page
    .getByRole('option')
    .filter({ hasText: /^(Street trees|Ielu koki)$/ })
    .first()
    .click();
  await stage.page
    .getByRole('link', { name: /Rādīt kartē|on the map/ })
    .first()
    .waitFor();
};

/** An administrator looks at the permissions of an editor. */
export const users: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('admin/users-groups');
  await stage.page.getByRole('button', { name: 'Jānis Kalniņš', exact: true }).click();
  await stage.page.getByRole('dialog').waitFor();
  await stage.settle();
};

/** Effective permissions of a user. */
export const rights: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('admin/users-groups');
  await stage.page.getByRole('tab', { name: stage.text('ADMIN.RIGHTS'), exact: true }).click();
  await stage.page.getByRole('table', { name: stage.text('ADMIN.RIGHTS') }).waitFor();
  await stage.settle();
};

/** An administrator looks at a change. */
export const log: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, reports);
  await stage.goTo('dashboard');
  await stage.objects.changePolygon('Protected areas');
  await stage.signIn('admin@demo.example');
  await stage.page.reload();
  await stage.goTo('admin/log');
  await stage.page
    .getByRole('button', { name: stage.text('LOG.ACTIONS.OBJECT_CHANGED') })
    .first()
    .click();
  await stage.settle();
};

export const layerGroups: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('classifiers/layer-groups');
};

export const statuses: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('classifiers/status-groups');
  await stage.page.getByRole('row').nth(3).waitFor();
  await stage.settle();
};

/** Base layers and overlays of the company and of the product. */
export const baseLayersAdmin: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('classifiers/base-layers');
  await stage.page.getByRole('listitem').getByRole('img').first().waitFor();
  await stage.settle();
};

/** The dialog for a new base layer, with a preview of its source. */
export const addBaseLayer: Scene = async (stage) => {
  await baseLayersAdmin(stage);
  await stage.page.getByRole('button', { name: stage.text('BASE_LAYERS.ADD') }).click();
  const dialog = stage.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: stage.text('BASE_LAYERS.NAME') }).fill('Night map');
  await dialog
    .getByLabel(stage.text('BASE_LAYERS.SOURCE_JSON'))
    .fill('{"url":"/api/v1/base-map/dark/{z}/{x}/{y}.png"}');
  await dialog.locator('img').waitFor();
  await stage.settle();
};

export const company: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('profile');
};

export const profile: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.goTo('dashboard');
  await stage.page.getByRole('button', { name: 'Jānis Kalniņš' }).click();
  await stage.page.getByRole('menuitem', { name: stage.text('MY_PGIS.USER_PROFILE') }).click();
  const dialog = stage.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: stage.text('ADMIN.EMAIL'), exact: true }).waitFor();
  await stage.settle();
};
