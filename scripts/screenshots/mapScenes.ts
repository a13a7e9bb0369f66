import {
  aroundRiga,
  chooseTool,
  clerksMap,
  countryside,
  inTown,
  openPanel,
  reports,
  type Scene,
  townMap,
  transport,
} from './Scene.ts';

export const publicMap: Scene = async (stage) => {
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await stage.unfoldLegend('Forest stands');
};

/** The embedded map from a country to a street. */
export const embeddedMap =
  (zoom: number): Scene =>
  async (stage) => {
    await stage.leaveMapAt({ ...inTown, zoom }, [...transport, 'Parcels', 'Forest stands']);
    await stage.goTo('dashboard');
  };

/** The town of the vector tile archive that `furnish` adds, away from the sea, which the archive has not. */
export const streets: Scene = async (stage) => {
  await stage.chooseBaseLayer('Streets');
  await stage.leaveMapAt({ lonLat: [7.4163, 43.7352], zoom: 17 }, reports);
  await stage.goTo('dashboard');
};

/** The legend of a layer with the number of objects of each rule, and one rule switched off. */
export const legend: Scene = async (stage) => {
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await openPanel(stage);
  await stage.unfoldLegend('Forest stands');
  const rules = stage.page.getByRole('checkbox');
  await rules.nth(1).uncheck({ force: true });
  await rules.nth(1).scrollIntoViewIfNeeded();
  await stage.settle();
};

/** Overlays of the municipality, for signed-in users. */
export const baseLayers: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, reports);
  await stage.goTo('dashboard');
  await openPanel(stage);
  const tab = stage.options.size === 'phone' ? 'MAP.BASE_LAYERS_SHORT' : 'MAP.BASE_LAYERS';
  await stage.page.getByRole('tab', { name: stage.text(tab) }).click();
  const group = stage.page.getByRole('tabpanel').getByRole('button', { expanded: false });
  await group.first().click();
  for (const overlay of await stage.page.getByRole('tabpanel').getByRole('switch').all())
    await overlay.check({ force: true });
  await stage.settle();
};

export const filter: Scene = async (stage) => {
  await stage.leaveMapAt(inTown, transport);
  await stage.goTo('dashboard');
  await openPanel(stage);
  const name = stage.text('MAP.FILTER.OF').replace('{{layer}}', 'Road damage');
  await stage.page.getByRole('button', { name }).click();
  await stage.page.getByRole('combobox', { name: stage.text('MAP.FILTER.FIELD') }).waitFor();
  await stage.settle();
};

/** Search of a clerk on a wide screen, and of a visitor on a phone. */
export const search: Scene = async (stage) => {
  await (stage.options.size === 'phone' ? townMap : clerksMap)(stage);
  await stage.page.getByRole('combobox').first().fill('Jur');
  await stage.page.getByRole('option').first().waitFor();
  await stage.settle();
};

export const measuring: Scene = async (stage) => {
  await clerksMap(stage);
  await chooseTool(stage, 'AREA');
  for (const [across, down] of [
    [0.35, 0.4],
    [0.6, 0.35],
    [0.65, 0.6],
  ] as const)
    await stage.clickMap(across, down);
  await stage.pointAt(0.45, 0.7);
};

/** The measuring tool on a phone. */
export const phoneMeasuring: Scene = async (stage) => {
  await clerksMap(stage);
  await chooseTool(stage, 'AREA');
  await stage.clickMap(0.2, 0.35);
  await stage.clickMap(0.75, 0.3);
  await stage.clickMap(0.6, 0.6);
};

export const printing: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await chooseTool(stage, 'PRINT');
  await stage.page.getByLabel(stage.text('MAP.PRINT.HEADER')).waitFor();
  await stage.settle();
};

export const sharing: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await openPanel(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.TOOLS.SHARE.NAME'), exact: true }).click();
  await stage.page.getByLabel(stage.text('SHARE.LINK'), { exact: true }).waitFor();
  await stage.settle();
};

export const help: Scene = async (stage) => {
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await stage.page
    .getByRole('banner')
    .getByRole('button', { name: stage.text('SHELL.HELP') })
    .click();
  await stage.page.getByRole('dialog').getByRole('button').nth(2).waitFor();
  await stage.settle();
};

/** Tools of a clerk in the panel of a phone. */
export const phoneTools: Scene = async (stage) => {
  await clerksMap(stage);
  await openPanel(stage);
};

export const phoneSheet: Scene = async (stage) => {
  await townMap(stage);
  await openPanel(stage);
};

/** The zoom is close enough to distinguish the reports. */
export const drawLine: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt({ ...inTown, zoom: 14 }, reports);
  await stage.goTo('dashboard');
  await chooseTool(stage, 'LINE');
  await stage.clickMap(0.3, 0.62);
  await stage.clickMap(0.42, 0.5);
  await stage.clickMap(0.5, 0.55);
  await stage.pointAt(0.62, 0.4);
};
