import type { Locator, Page } from '@playwright/test';
import type { MapScreen } from './MapScreen.ts';
import { type StyleLayer, stylePosition } from './styleLayer.ts';
import { expect } from './test.ts';

/** The style panel of a layer, with user actions. */
export class StylePanel {
  readonly page: Page;
  readonly dialog: Locator;
  readonly rules: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Edit classifier' });
    this.rules = this.dialog.getByRole('listbox', { name: 'Rules' });
  }

  /** Opens the map at the layers, all of them switched on; layers that are on are expanded in the list. */
  static async openMap(map: MapScreen, ...layers: readonly StyleLayer[]): Promise<void> {
    const ids = layers.map(({ id }) => id);
    await map.open({ center: [stylePosition[0] + 0.015, stylePosition[1]], zoom: 13, layers: ids });
  }

  async openOnMap(map: MapScreen, layer: StyleLayer, ...others: readonly StyleLayer[]): Promise<void> {
    await StylePanel.openMap(map, layer, ...others);
    await this.openFromList(layer);
  }

  async openFromList({ name }: StyleLayer): Promise<void> {
    await this.page.getByRole('button', { name: `Edit layer ${name}` }).click();
    await expect(this.dialog.getByRole('tab', { name: 'Contour line' })).toBeVisible();
  }

  async tab(name: 'Contour line' | 'Fill' | 'Labels' | 'Icons'): Promise<void> {
    await this.dialog.getByRole('tab', { name }).click();
  }

  text(label: string): Locator {
    return this.dialog.getByRole('textbox', { name: label, exact: true });
  }

  /** Types into the field and leaves it. */
  async fill(label: string, value: string): Promise<void> {
    await this.text(label).fill(value);
    await this.text(label).blur();
  }

  switch(name: string): Locator {
    return this.dialog.getByRole('switch', { name });
  }

  pick(name: string): Promise<void> {
    return this.dialog.getByRole('radio', { name, exact: true }).check();
  }

  rule(name: string): Locator {
    return this.rules.getByRole('option', { name, exact: true });
  }

  async chooseField(name: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Field of the new rule' }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  async addRule(value: string): Promise<void> {
    await this.text('Value of the new rule').fill(value);
    await this.dialog.getByRole('button', { name: 'Add', exact: true }).click();
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(this.dialog).toHaveCount(0);
  }
}
