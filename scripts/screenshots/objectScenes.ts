import { listPhotos } from './photos.ts';
import { aroundRiga, chooseTool, clerksMap, openPanel, reports, type Scene, townMap } from './Scene.ts';
import type { Stage } from './Stage.ts';

/** A user with Write looks at an answered report. */
export const objectInfo: Scene = async (stage) => {
  await clerksMap(stage);
  await stage.clickObject(await stage.objects.findAnsweredReport('Road damage'));
};

export const drawDialog: Scene = async (stage) => {
  const { page } = stage;
  await clerksMap(stage);
  await chooseTool(stage, 'POINT');
  await stage.clickMap(0.3, 0.45);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(stage.text('MAP.DRAW.ADDRESS')).fill('Brīvības iela 21');
  await dialog.getByRole('textbox', { name: stage.text('MAP.DRAW.TOPIC'), exact: true }).focus();
  await stage.settle();
};

/** The popup of an answered report. */
export const hoverPopup: Scene = async (stage) => {
  await clerksMap(stage);
  if (stage.options.size === 'phone')
    await stage.longPress(await stage.objects.findAnsweredReport('Road damage'));
  else await stage.hoverOver(await stage.objects.findAnsweredReport('Road damage'));
};

export const comments: Scene = async (stage) => {
  await objectInfo(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.COMMENTS.ADD') }).click();
  await stage.page.getByRole('dialog').getByText(stage.text('MAP.COMMENTS.TITLE')).waitFor();
  await stage.settle();
};

export const shape: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, [...reports, 'Protected areas']);
  await stage.goTo('dashboard');
  await stage.clickObject(await stage.objects.findPolygon('Protected areas'));
  await stage.page.getByRole('button', { name: stage.text('MAP.SHAPE.EDIT') }).click();
  await stage.page.getByText(stage.text('MAP.SHAPE.UNCHANGED')).waitFor();
  await stage.settle();
};

/** The history of an object after a change of its geometry and texts. */
export const history: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, [...reports, 'Protected areas']);
  await stage.goTo('dashboard');
  const id = await stage.objects.changePolygon('Protected areas');
  await stage.goTo(`dashboard?object=${id}`);
  await stage.page.getByRole('button', { name: stage.text('HISTORY.TITLE') }).click();
  await stage.page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await stage.settle();
};

const filesRegion = (stage: Stage) =>
  stage.page.getByRole('region', { name: stage.text('MAP.OBJECT_FILES') });

/** The photos and documents of a report. */
export const files: Scene = async (stage) => {
  await objectInfo(stage);
  await stage.page.getByRole('tab', { name: stage.text('MAP.OBJECT_FILES') }).click();
  await filesRegion(stage).locator('img').first().waitFor();
  await stage.settle();
};

/** Files dialog with further files before upload. */
export const addFiles: Scene = async (stage) => {
  await files(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.FILES.ADD_FILE') }).click();
  const dialog = stage.page.getByRole('dialog');
  const chosen = await listPhotos(stage.options.language);
  await dialog.getByLabel(stage.text('MAP.FILES.CHOOSE')).setInputFiles([...chosen]);
  await dialog.getByRole('button', { name: stage.text('MAP.FILES.ADD'), exact: true }).click();
  await stage.settle();
};

export const picture: Scene = async (stage) => {
  await files(stage);
  await filesRegion(stage).locator('img').first().click();
  await stage.page.getByRole('dialog').locator('img').waitFor();
  await stage.settle();
};

/** A visitor's object waits for review. */
export const review: Scene = async (stage) => {
  await clerksMap(stage);
  await openPanel(stage);
  const waiting = new RegExp(stage.text('MAP.REVIEW.SHOW_OLDEST').replace('{{layer}}', '.*'));
  await stage.page.getByRole('button', { name: waiting }).first().click();
  await stage.page.getByRole('region', { name: stage.text('MAP.REVIEW.WAITING') }).waitFor();
  // Zooms in as far as possible; the surroundings make the better screenshot.
  await stage.settle();
  for (let step = 0; step < 7; step += 1) {
    await stage.page.getByRole('button', { name: stage.text('MAP.ZOOM_OUT') }).click();
    await stage.settle();
  }
  await stage.movePointerAway();
};

export const phoneInfo: Scene = async (stage) => {
  await townMap(stage);
  await stage.clickObject(await stage.objects.findAnsweredReport('Road damage'));
};
