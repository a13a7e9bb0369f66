import type { Stage, View } from './Stage.ts';

/** Prepares the page for a screenshot. */
export type Scene = (stage: Stage) => Promise<void>;

export const aroundRiga: View = { lonLat: [24.3, 56.95], zoom: 11 };
export const inTown: View = { lonLat: [24.11, 56.945], zoom: 12 };

/** The four layers that are on by default come first; otherwise the map would zoom to them. */
export const reports = ['Road damage', 'Street lighting', 'Illegal dumping', 'Road works'];
export const transport = [...reports, 'Bus routes', 'Bus stops'];
export const countryside = [...reports, 'Bus routes', 'Protected areas', 'Forest stands'];

/** The map of the town for a visitor. */
export const townMap: Scene = async (stage) => {
  await stage.leaveMapAt(inTown, transport);
  await stage.goTo('dashboard');
};

/** The map of the town for a user with Write. */
export const clerksMap: Scene = async (stage) => {
  await stage.signIn('editor@demo.example');
  await townMap(stage);
};

/** Opens the panel of the map, which a phone hides at first. */
export const openPanel: Scene = async (stage) => {
  if (stage.options.size !== 'phone') return;
  await stage.page.getByRole('button', { name: stage.text('SHELL.SHOW_ASIDE') }).click();
  await stage.settle();
};

/** Selects a tool in the panel of a phone, or on the map of a wide screen. */
export async function chooseTool(stage: Stage, tool: 'POINT' | 'LINE' | 'AREA' | 'PRINT'): Promise<void> {
  await openPanel(stage);
  const isPhone = stage.options.size === 'phone';
  const name = stage.text(`MAP.TOOLS.${tool}.${isPhone ? 'NAME' : 'TITLE'}`);
  const container = isPhone ? stage.page : stage.page.getByRole('toolbar');
  await container.getByRole('button', { name, exact: true }).click();
}
