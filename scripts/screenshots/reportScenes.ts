import type { Stage } from './Stage.ts';

async function open(stage: Stage, path: string): Promise<void> {
  await stage.signIn('admin@demo.example');
  await stage.goTo(path);
}

/** The start page of reports, with its chart drawn. */
export async function reportsStart(stage: Stage): Promise<void> {
  await open(stage, 'reports');
  await stage.page.locator('canvas').first().waitFor();
  await stage.settle();
}

export async function customReports(stage: Stage): Promise<void> {
  await open(stage, 'reports/custom-reports');
  await stage.page.getByRole('list', { name: stage.text('MY_PGIS.CUSTOM_REPORTS') }).waitFor();
  await stage.page.getByRole('listitem').nth(2).waitFor();
  await stage.settle();
}

/** The second of the delivered reports: layers compared. */
export async function customReport(stage: Stage): Promise<void> {
  await open(stage, 'reports/custom-reports?report=2');
  await stage.page.locator('canvas').first().waitFor();
  await stage.settle();
}

/** A new report beside its preview. */
export async function reportEditor(stage: Stage): Promise<void> {
  await open(stage, 'reports/custom-reports?edit=new');
  await stage.page.locator('canvas').first().waitFor();
  await stage.settle();
}
