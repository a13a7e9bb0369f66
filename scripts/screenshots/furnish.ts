import { join } from 'node:path';
import { readMails } from '@pgis/testkit';
import { type Browser, expect } from '@playwright/test';
import { runCommand } from '../runCommand.ts';
import { listPhotos } from './photos.ts';
import { inTown, reports } from './Scene.ts';
import { Stage } from './Stage.ts';

const reporter = 'anna.ozola@example.org';

/** Adds a base layer that is drawn from a vector tile archive. */
export async function addArchive(dataDir: string, archive: string, name?: string): Promise<void> {
  const { code, output } = await runCommand(
    'node',
    [
      ...['apps/server/src/cli/pgis.ts', 'basemap', 'add', archive],
      ...(name === undefined ? [] : ['--name', name]),
    ],
    {
      output: 'keep',
      env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    },
  );
  if (code !== 0) throw new Error(`pgis basemap add ended with ${code}:\n${output}`);
}

/**
 * Adds data that the demo lacks: a base layer with streets, photos of an answered report, and a visitor who gets mails
 * about a report. Returns the token of the page for unsubscribing.
 */
export async function furnish(browser: Browser, serverUrl: string, dataDir: string): Promise<string> {
  await addArchive(dataDir, 'apps/server/test/base-map/archives/monaco_openmaptiles.mbtiles');
  const options = { size: 'wide', language: 'en', scheme: 'light', mailsToken: '' } as const;
  await using visitor = await Stage.open(browser, serverUrl, options);
  await visitor.objects.addPoint('Illegal dumping', {
    lonLat: [inTown.lonLat[0] + 0.02, inTown.lonLat[1] + 0.02],
    name: 'Meža iela 4',
    description: 'Tyres in the ditch',
    userEmail: reporter,
  });
  await using clerk = await Stage.open(browser, serverUrl, options);
  await clerk.signIn('editor@demo.example');
  await clerk.leaveMapAt(inTown, reports);
  await clerk.goTo('dashboard');
  const id = await clerk.objects.findAnsweredReportId('Road damage');
  await clerk.objects.attach(id, {
    ...{ name: 'estimate.pdf', mimeType: 'application/pdf', description: 'Cost of the repair' },
    buffer: Buffer.alloc(184_000, '%PDF-1.7\n'),
  });
  const texts = ['After the repair', 'The edge breaks off too', 'Seen from the crossing'];
  for (const [index, { name, mimeType, buffer }] of (await listPhotos('en')).entries())
    await clerk.objects.attach(id, { name, mimeType, buffer, description: texts[index] ?? '' });
  const findToken = () => {
    const mail = readMails(join(dataDir, 'mail')).find(({ to }) => to === reporter);
    return /\/mails\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  await expect.poll(findToken, { timeout: 20_000 }).not.toBe('');
  return findToken();
}
