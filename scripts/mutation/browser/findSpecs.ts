import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listTrackedFiles } from '../../listTrackedFiles.ts';
import { rootDir } from '../../runCommand.ts';
import { flattenTexts, pluralSuffix } from '../../translations/findTranslationProblems.ts';
import { type Importers, measureDistances } from '../importDistance.ts';
import { rankSpecs, type Spec } from './rankSpecs.ts';

/** Imports between a source and the components that show what it does. */
const NEAR = 3;

const readText = (path: string) => readFile(join(rootDir, path), 'utf8');

/** Returns the browser tests that have most in common with a source and the files that use it, the most alike first. */
export async function findSpecs(file: string, importers: Importers): Promise<readonly string[]> {
  const near = [...measureDistances(importers, file)].filter(([, distance]) => distance <= NEAR);
  const sources = await Promise.all(
    near.map(async ([path, distance]) => ({ path, text: await readText(path), weight: 2 ** -distance })),
  );
  return rankSpecs(sources, await readSpecs(), await readEnglishTexts());
}

async function readSpecs(): Promise<readonly Spec[]> {
  const paths = await listTrackedFiles('e2e/*.spec.ts');
  return await Promise.all(paths.map(async (path) => ({ path, text: await readText(path) })));
}

async function readEnglishTexts(): Promise<ReadonlyMap<string, string>> {
  const texts = flattenTexts(JSON.parse(await readText('apps/web/public/assets/i18n/en.json')));
  return new Map(texts.map(([path, text]) => [path.replace(pluralSuffix, ''), text]));
}
