import { type Scene, townMap } from './Scene.ts';

export const place: Scene = async (stage) => {
  await townMap(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.REPORT_PROBLEM') }).click();
  await stage.settle();
};

/** A visitor's report: on a phone the position comes first, on a wide screen the tool. */
export const report: Scene = async (stage) => {
  const { page } = stage;
  if (stage.options.size === 'phone') {
    await place(stage);
    await page.getByRole('button', { name: stage.text('MAP.PLACE.CONFIRM') }).click();
  } else {
    await townMap(stage);
    const name = stage.text('MAP.TOOLS.POINT.TITLE');
    await page.getByRole('toolbar').getByRole('button', { name }).click();
    await stage.clickMap(0.3, 0.45);
  }
  await page.getByRole('dialog').getByLabel(stage.text('MAP.DRAW.ADDRESS')).waitFor();
  await stage.settle();
};

const words = {
  en: ['Brīvības iela 21', 'Deep pothole at the crossing'],
  lv: ['Brīvības iela 21', 'Dziļa bedre pie krustojuma'],
  ru: ['Brīvības iela 21', 'Глубокая яма у перекрёстка'],
} as const;

export const thanks: Scene = async (stage) => {
  await report(stage);
  const dialog = stage.page.getByRole('dialog');
  const [address, topic] = words[stage.options.language];
  await dialog.getByLabel(stage.text('MAP.DRAW.ADDRESS')).fill(address);
  await dialog.getByRole('textbox', { name: stage.text('MAP.DRAW.TOPIC'), exact: true }).fill(topic);
  await dialog.getByRole('button', { name: stage.text('COMMON.SAVE') }).click();
  await stage.page.getByLabel(stage.text('MAP.THANKS.LINK')).waitFor();
  await stage.settle();
};

/** A visitor is about to report something that exists already. */
export const duplicates: Scene = async (stage) => {
  await townMap(stage);
  const [x, y] = await stage.objects.findAnsweredReport('Road damage');
  await stage.leaveMapAtPosition([x + 20, y - 15], 18);
  await stage.page.reload();
  await stage.settle();
  if (stage.options.size === 'phone') {
    await stage.page.getByRole('button', { name: stage.text('MAP.REPORT_PROBLEM') }).click();
    await stage.page.getByRole('button', { name: stage.text('MAP.PLACE.CONFIRM') }).click();
  } else {
    const name = stage.text('MAP.TOOLS.POINT.TITLE');
    await stage.page.getByRole('toolbar').getByRole('button', { name }).click();
    await stage.clickMap(0.5, 0.5);
  }
  await stage.page.getByRole('region', { name: stage.text('MAP.DUPLICATES.TITLE') }).waitFor();
  await stage.settle();
};
