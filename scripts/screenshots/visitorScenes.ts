import { type Scene, townMap } from './Scene.ts';
import type { Stage } from './Stage.ts';

/** The form of a visitor on a phone, whose device tells no position. */
const openForm: Scene = async (stage) => {
  await stage.page.getByRole('button', { name: stage.text('MAP.REPORT_PROBLEM') }).click();
  await stage.page.getByRole('dialog').getByRole('radio').first().waitFor();
  await stage.settle();
};

const findButton = (stage: Stage, key: string) =>
  stage.page.getByRole('button', { name: stage.text(key), exact: true });

const openPlace: Scene = async (stage) => {
  await openForm(stage);
  await findButton(stage, 'CITIZEN.PLACE.CHOOSE').or(findButton(stage, 'CITIZEN.PLACE.CHANGE')).click();
  await stage.settle();
};

export const place: Scene = async (stage) => {
  await townMap(stage);
  await openPlace(stage);
};

/** The form with the middle of the map as its position. */
const openFormAtMiddle: Scene = async (stage) => {
  await openPlace(stage);
  await findButton(stage, 'MAP.PLACE.CONFIRM').click();
  await stage.page.getByRole('dialog').getByRole('radio').first().waitFor();
  await stage.settle();
};

/** A visitor's report: on a phone a form of its own, on a wide screen the tool. */
export const report: Scene = async (stage) => {
  const { page } = stage;
  await townMap(stage);
  if (stage.options.size === 'phone') {
    await openForm(stage);
    return;
  }
  const name = stage.text('MAP.TOOLS.POINT.TITLE');
  await page.getByRole('toolbar').getByRole('button', { name }).click();
  await stage.clickMap(0.3, 0.45);
  await page.getByRole('dialog').getByLabel(stage.text('MAP.DRAW.ADDRESS')).waitFor();
  await stage.settle();
};

const words = {
  en: ['Brīvības iela 21', 'Deep pothole at the crossing'],
  lv: ['Brīvības iela 21', 'Dziļa bedre pie krustojuma'],
  ru: ['Brīvības iela 21', 'Глубокая яма у перекрёстка'],
} as const;

export const thanks: Scene = async (stage) => {
  const dialog = stage.page.getByRole('dialog');
  const [address, topic] = words[stage.options.language];
  if (stage.options.size === 'phone') {
    await openNearReport(stage);
    await dialog.getByRole('textbox').first().fill(topic);
    await dialog.getByRole('button', { name: stage.text('CITIZEN.FORM.SEND') }).click();
    await dialog.getByText(stage.text('CITIZEN.THANKS.TEXT')).waitFor();
    await stage.settle();
    return;
  }
  await report(stage);
  await dialog.getByLabel(stage.text('MAP.DRAW.ADDRESS')).fill(address);
  await dialog.getByRole('textbox', { name: stage.text('MAP.DRAW.TOPIC'), exact: true }).fill(topic);
  await dialog.getByRole('button', { name: stage.text('COMMON.SAVE') }).click();
  await stage.page.getByLabel(stage.text('MAP.THANKS.LINK')).waitFor();
  await stage.settle();
};

async function lookNearReport(stage: Stage): Promise<void> {
  await townMap(stage);
  const [x, y] = await stage.objects.findAnsweredReport('Road damage');
  await stage.leaveMapAtPosition([x + 20, y - 15], 18);
  await stage.page.reload();
  await stage.settle();
}

/** The form on a phone beside an existing report, with its category selected. */
const openNearReport: Scene = async (stage) => {
  await lookNearReport(stage);
  await openFormAtMiddle(stage);
  await stage.page.getByRole('radio').first().check({ force: true });
  await stage.settle();
};

/** A visitor is about to report something that exists already. */
export const duplicates: Scene = async (stage) => {
  if (stage.options.size === 'phone') await openNearReport(stage);
  else {
    await lookNearReport(stage);
    const name = stage.text('MAP.TOOLS.POINT.TITLE');
    await stage.page.getByRole('toolbar').getByRole('button', { name }).click();
    await stage.clickMap(0.5, 0.5);
  }
  await stage.page.getByRole('region', { name: stage.text('MAP.DUPLICATES.TITLE') }).waitFor();
  await stage.settle();
};
