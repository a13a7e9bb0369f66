import type { Locator } from '@playwright/test';
import type { Stage } from './Stage.ts';

const tabs = ['line', 'fill', 'labels', 'icons'] as const;

/** Opens the dialog of a layer over the map that shows it. */
async function openStyle(stage: Stage, layer: string): Promise<Locator> {
  await stage.signIn('admin@demo.example');
  await stage.leaveMapAt({ lonLat: [24.3, 56.95], zoom: 12 }, [layer]);
  await stage.goTo('dashboard');
  if (stage.options.size === 'phone')
    await stage.page.getByRole('button', { name: stage.text('SHELL.SHOW_ASIDE') }).click();
  const name = stage.text('CLASSIFIERS.EDIT_LAYER_OF').replace('{{layer}}', layer);
  await stage.page.getByRole('button', { name }).click();
  const dialog = stage.page.getByRole('dialog', { name: stage.text('CLASSIFIERS.EDIT_TITLE') });
  await dialog.getByRole('tab').first().waitFor();
  return dialog;
}

const goToTab = (stage: Stage, dialog: Locator, tab: (typeof tabs)[number]): Promise<void> =>
  dialog.getByRole('tab', { name: stage.text(`STYLE.TABS.${tab}`) }).click();

const pick = (dialog: Locator, text: string): Promise<void> =>
  dialog.getByRole('radio', { name: text, exact: true }).check();

async function type(dialog: Locator, label: string, text: string): Promise<void> {
  const input = dialog.getByRole('textbox', { name: label, exact: true });
  await input.fill(text);
  await input.blur();
}

/** Edits one rule of the forest stands. */
async function editSpruce(stage: Stage, tab: (typeof tabs)[number]): Promise<Locator> {
  const dialog = await openStyle(stage, 'Forest stands');
  await dialog.getByRole('option', { name: 'Egle' }).click();
  await goToTab(stage, dialog, 'labels');
  await dialog.getByRole('switch', { name: stage.text('STYLE.PROPERTIES.labelEnabled') }).click();
  await type(dialog, stage.text('STYLE.PROPERTIES.objLabel'), '{name}');
  await goToTab(stage, dialog, 'fill');
  await pick(dialog, stage.text('STYLE.PATTERNS.pines'));
  await type(dialog, stage.text('STYLE.PROPERTIES.fillPatternColor'), 'rgba(23,84,63,1)');
  await goToTab(stage, dialog, tab);
  return dialog;
}

export const styleFill = async (stage: Stage): Promise<void> => {
  await editSpruce(stage, 'fill');
  await stage.settle();
};

export const styleLine = async (stage: Stage): Promise<void> => {
  const dialog = await editSpruce(stage, 'line');
  await type(dialog, stage.text('STYLE.PROPERTIES.lineWidth'), '3');
  await dialog.getByText(stage.text('STYLE.LINE_STYLES.dashed'), { exact: true }).click();
  await stage.settle();
};

export const styleLabels = async (stage: Stage): Promise<void> => {
  await editSpruce(stage, 'labels');
  await stage.settle();
};

export const styleIcons = async (stage: Stage): Promise<void> => {
  const dialog = await openStyle(stage, 'Street trees');
  await goToTab(stage, dialog, 'icons');
  // The icon scrolls into view shortly after the picker opens.
  await dialog.getByRole('option', { selected: true }).last().waitFor();
  await stage.settle();
};

/** Sizes of the street trees by their girth, with the legend. */
export const styleSize = async (stage: Stage): Promise<void> => {
  const dialog = await openStyle(stage, 'Street trees');
  await dialog.getByText(stage.text('STYLE.VIEWS.size'), { exact: true }).click();
  const panel = dialog.getByRole('region', { name: stage.text('STYLE.VIEWS.size') });
  await panel.getByRole('switch', { name: stage.text('STYLE.VIEWS.size') }).click();
  await panel.getByRole('combobox', { name: stage.text('STYLE.PROPERTIES.sizeField'), exact: true }).click();
  await stage.page.getByRole('option', { name: 'girth_cm' }).click();
  await stage.settle();
};
