import type { Stage, View } from './Stage.ts';
import { styleFill, styleIcons, styleLabels, styleLine } from './styleScenes.ts';

/** Sets the stage for a picture. */
export type Scene = (stage: Stage) => Promise<void>;

const aroundRiga: View = { lonLat: [24.3, 56.95], zoom: 11 };
const inTown: View = { lonLat: [24.11, 56.945], zoom: 12 };

/** The four layers that are on by default come first: otherwise the map would move to them. */
const reports = ['Road damage', 'Street lighting', 'Illegal dumping', 'Road works'];
const transport = [...reports, 'Bus routes', 'Bus stops'];
const countryside = [...reports, 'Bus routes', 'Protected areas', 'Forest stands'];

const publicMap: Scene = async (stage) => {
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await stage.unfoldLegend('Forest stands');
};

/** Somebody with Write looks at a report that has an answer. */
const objectInfo: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(inTown, transport);
  await stage.goTo('dashboard');
  await stage.clickObject(await stage.findAnsweredReport('Road damage'));
};

const drawDialog: Scene = async (stage) => {
  const { page } = stage;
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(inTown, transport);
  await stage.goTo('dashboard');
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: stage.text('MAP.TOOLS.POINT.TITLE') })
    .click();
  await stage.clickMap(0.3, 0.45);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(stage.text('MAP.DRAW.ADDRESS')).fill('Brīvības iela 21');
  await dialog.getByLabel(stage.text('MAP.DRAW.TOPIC')).focus();
  await stage.settle();
};

const baseLayers: Scene = async (stage) => {
  await publicMap(stage);
  await stage.page.getByRole('tab', { name: stage.text('MAP.BASE_LAYERS') }).click();
  await stage.settle();
};

/** A report with an answer, under the resting pointer. */
const hoverPopup: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(inTown, transport);
  await stage.goTo('dashboard');
  await stage.restOn(await stage.findAnsweredReport('Road damage'));
};

const comments: Scene = async (stage) => {
  await objectInfo(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.INFO.EDIT'), exact: true }).click();
  await stage.page.getByRole('dialog').getByText(stage.text('MAP.COMMENTS.TITLE')).scrollIntoViewIfNeeded();
  await stage.settle();
};

const shape: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, [...reports, 'Protected areas']);
  await stage.goTo('dashboard');
  await stage.clickObject(await stage.findPolygon('Protected areas'));
  await stage.page.getByRole('button', { name: stage.text('MAP.SHAPE.EDIT') }).click();
  await stage.page.getByText(stage.text('MAP.SHAPE.UNCHANGED')).waitFor();
  await stage.settle();
};

const filter: Scene = async (stage) => {
  await publicMap(stage);
  const name = stage.text('MAP.FILTER.OF').replace('{{layer}}', 'Road damage');
  await stage.page.getByRole('button', { name }).click();
  await stage.page.getByRole('combobox', { name: stage.text('MAP.FILTER.FIELD') }).waitFor();
  await stage.settle();
};

const search: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(inTown, transport);
  await stage.goTo('dashboard');
  await stage.page.getByRole('combobox', { name: stage.text('SEARCH.LABEL') }).fill('Jur');
  await stage.page.getByRole('option').first().waitFor();
  await stage.settle();
};

const measuring: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(inTown, transport);
  await stage.goTo('dashboard');
  await stage.page
    .getByRole('toolbar')
    .getByRole('button', { name: stage.text('MAP.TOOLS.AREA.TITLE') })
    .click();
  for (const [across, down] of [
    [0.35, 0.4],
    [0.6, 0.35],
    [0.65, 0.6],
  ] as const)
    await stage.clickMap(across, down);
  await stage.pointAt(0.45, 0.7);
};

const printing: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await stage.page
    .getByRole('toolbar')
    .getByRole('button', { name: stage.text('MAP.TOOLS.PRINT.TITLE') })
    .click();
  await stage.page.getByLabel(stage.text('MAP.PRINT.HEADER')).waitFor();
  await stage.settle();
};

const help: Scene = async (stage) => {
  await stage.leaveMapAt(aroundRiga, countryside);
  await stage.goTo('dashboard');
  await stage.page
    .getByRole('banner')
    .getByRole('button', { name: stage.text('SHELL.HELP') })
    .click();
  await stage.page.getByRole('dialog').getByRole('button').nth(2).waitFor();
  await stage.settle();
};

/** A manager looks through the trees. */
const layerReport: Scene = async (stage) => {
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

/** An administrator looks at what an editor may do. */
const users: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('admin/users-groups');
  await stage.page.getByRole('button', { name: 'Jānis Kalniņš', exact: true }).click();
  await stage.page.getByRole('dialog').waitFor();
  await stage.settle();
};

/** Who may do what, as the server asks it. */
const rights: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('admin/users-groups');
  await stage.page.getByRole('tab', { name: stage.text('ADMIN.RIGHTS'), exact: true }).click();
  await stage.page.getByRole('table', { name: stage.text('ADMIN.RIGHTS') }).waitFor();
  await stage.settle();
};

/** An object's own history, after a change of its shape and words. */
const history: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, [...reports, 'Protected areas']);
  await stage.goTo('dashboard');
  const id = await stage.changePolygon('Protected areas');
  await stage.goTo(`dashboard?object=${id}`);
  await stage.page.getByRole('button', { name: stage.text('HISTORY.TITLE') }).click();
  await stage.page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await stage.settle();
};

/** An administrator looks at a change. */
const log: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt(aroundRiga, reports);
  await stage.goTo('dashboard');
  await stage.changePolygon('Protected areas');
  await stage.signIn('admin@demo.example');
  await stage.page.reload();
  await stage.goTo('admin/log');
  await stage.page
    .getByRole('button', { name: stage.text('LOG.ACTIONS.OBJECT_CHANGED') })
    .first()
    .click();
  await stage.settle();
};

const phoneMap: Scene = async (stage) => {
  await stage.leaveMapAt(inTown, transport);
  await stage.goTo('dashboard');
};

const phoneSheet: Scene = async (stage) => {
  await phoneMap(stage);
  await stage.page.getByRole('button', { name: stage.text('SHELL.SHOW_ASIDE') }).click();
  await stage.settle();
};

const phonePlace: Scene = async (stage) => {
  await phoneMap(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.REPORT_PROBLEM') }).click();
  await stage.settle();
};

const phoneReport: Scene = async (stage) => {
  await phonePlace(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.PLACE.CONFIRM') }).click();
  await stage.page.getByRole('dialog').getByLabel(stage.text('MAP.DRAW.ADDRESS')).waitFor();
  await stage.settle();
};

/** The photos of a report, with the one that is being added. */
const files: Scene = async (stage) => {
  await objectInfo(stage);
  await stage.page.getByRole('tab', { name: stage.text('MAP.OBJECT_FILES') }).click();
  await stage.page.getByRole('button', { name: stage.text('MAP.FILES.ADD_FILE') }).click();
  await stage.page.getByRole('dialog').waitFor();
  await stage.settle();
};

const layerGroups: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('classifiers/layer-groups');
};

const company: Scene = async (stage) => {
  await stage.signIn('admin@demo.example');
  await stage.goTo('profile');
};

const phoneInfo: Scene = async (stage) => {
  await phoneMap(stage);
  await stage.clickObject(await stage.findAnsweredReport('Road damage'));
};

/** A clerk outdoors. */
const phoneClerk: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await phoneMap(stage);
};

const phoneClerkInfo: Scene = async (stage) => {
  await phoneClerk(stage);
  await stage.clickObject(await stage.findAnsweredReport('Road damage'));
};

const phoneComments: Scene = async (stage) => {
  await phoneClerkInfo(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.COMMENTS.ADD') }).click();
  await stage.page.getByRole('dialog').getByText(stage.text('MAP.COMMENTS.TITLE')).waitFor();
  await stage.settle();
};

const phoneFiles: Scene = async (stage) => {
  await phoneClerkInfo(stage);
  await stage.page.getByRole('tab', { name: stage.text('MAP.OBJECT_FILES') }).click();
  await stage.page.getByText(stage.text('MAP.FILES.EMPTY'), { exact: true }).waitFor();
  await stage.settle();
};

const phoneTools: Scene = async (stage) => {
  await phoneClerk(stage);
  await stage.page.getByRole('button', { name: stage.text('SHELL.SHOW_ASIDE') }).click();
  await stage.settle();
};

const phoneFilter: Scene = async (stage) => {
  await phoneTools(stage);
  const name = stage.text('MAP.FILTER.OF').replace('{{layer}}', 'Road damage');
  await stage.page.getByRole('button', { name }).click();
  await stage.page.getByRole('combobox', { name: stage.text('MAP.FILTER.FIELD') }).waitFor();
  await stage.settle();
};

const phonePrinting: Scene = async (stage) => {
  await phoneTools(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.TOOLS.PRINT.NAME'), exact: true }).click();
  await stage.page.getByLabel(stage.text('MAP.PRINT.HEADER')).waitFor();
  await stage.settle();
};

const phoneMeasuring: Scene = async (stage) => {
  await phoneTools(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.TOOLS.AREA.NAME'), exact: true }).click();
  await stage.clickMap(0.2, 0.35);
  await stage.clickMap(0.75, 0.3);
  await stage.clickMap(0.6, 0.6);
};

const phoneBaseLayers: Scene = async (stage) => {
  await phoneClerk(stage);
  await stage.page.getByRole('button', { name: stage.text('MAP.BASE_MAP') }).click();
  await stage.settle();
};

const phoneSearch: Scene = async (stage) => {
  await phoneMap(stage);
  await stage.page.getByRole('combobox').first().fill('Jur');
  await stage.page.getByRole('option').first().waitFor();
  await stage.settle();
};

/** Near enough to tell the reports apart. */
const drawLine: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await stage.leaveMapAt({ ...inTown, zoom: 14 }, reports);
  await stage.goTo('dashboard');
  await stage.page
    .getByRole('toolbar')
    .getByRole('button', { name: stage.text('MAP.TOOLS.LINE.TITLE') })
    .click();
  await stage.clickMap(0.3, 0.62);
  await stage.clickMap(0.42, 0.5);
  await stage.clickMap(0.5, 0.55);
  await stage.pointAt(0.62, 0.4);
};

export const scenes = {
  'public-map': publicMap,
  'object-info': objectInfo,
  'draw-dialog': drawDialog,
  'draw-line': drawLine,
  'base-layers': baseLayers,
  'hover-popup': hoverPopup,
  comments,
  shape,
  filter,
  search,
  measuring,
  printing,
  help,
  users,
  rights,
  'phone-rights': rights,
  log,
  history,
  'layer-report': layerReport,
  'phone-layer-report': layerReport,
  files,
  'layer-groups': layerGroups,
  company,
  'style-fill': styleFill,
  'style-icons': styleIcons,
  'style-labels': styleLabels,
  'style-line': styleLine,
  landing: (stage) => stage.goTo('auth/landing-page'),
  login: (stage) => stage.goTo('auth/login'),
  'phone-map': phoneMap,
  'phone-sheet': phoneSheet,
  'phone-place': phonePlace,
  'phone-report': phoneReport,
  'phone-info': phoneInfo,
  'phone-search': phoneSearch,
  'phone-comments': phoneComments,
  'phone-files': phoneFiles,
  'phone-tools': phoneTools,
  'phone-filter': phoneFilter,
  'phone-printing': phonePrinting,
  'phone-measuring': phoneMeasuring,
  'phone-base-layers': phoneBaseLayers,
  'phone-help': help,
  'phone-log': log,
  'phone-history': history,
  'phone-style': styleFill,
} as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof scenes;
