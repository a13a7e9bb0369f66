import { parseArgs } from 'node:util';
import { type Language, languages, limits } from '@pgis/contract';
import { audit } from '../audit/audit.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { createCompany } from '../features/companies/index.ts';
import { type Command, type CommandContext, UsageError } from './Command.ts';

const usage = `pgis company add NAME [options]   adds a company with its root unit, three groups and statuses
pgis company list                 lists all companies

  --center LON,LAT   start position of its map, in degrees
  --zoom N           start zoom of its map, from 2 to 28
  --language CODE    en, ru or lv: the language in which it names its layers and statuses; en when missing

To add its first user: npm run pgis -- user add EMAIL --company NUMBER --group Administrators`;

const options = {
  center: { type: 'string' },
  zoom: { type: 'string' },
  language: { type: 'string' },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function toCenter(text: string | undefined): [number, number] | undefined {
  if (text === undefined) return undefined;
  const [lon = Number.NaN, lat = Number.NaN, ...rest] = text.split(',').map(Number);
  const isPlace = rest.length === 0 && Math.abs(lon) <= 180 && Math.abs(lat) <= 85;
  if (!isPlace) throw new UsageError('--center must be a longitude and a latitude, such as 24.1,56.95.');
  return [lon, lat];
}

function toZoom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const zoom = Number(text);
  if (!Number.isInteger(zoom) || zoom < 2 || zoom > 28)
    throw new UsageError('--zoom must be a whole number from 2 to 28.');
  return zoom;
}

function toLanguage(text: string | undefined): Language | undefined {
  const language = languages.find((known) => known === text);
  if (text !== undefined && language === undefined)
    throw new UsageError(`--language must be one of ${languages.join(', ')}.`);
  return language;
}

async function add(
  name: string,
  values: ReturnType<typeof parse>['values'],
  { openDatabase, print }: CommandContext,
): Promise<void> {
  if (name.length < 1 || name.length > limits.companyTextLength)
    throw new UsageError(`The name must have 1 to ${limits.companyTextLength} characters.`);
  const centerLonLat = toCenter(values.center);
  const zoom = toZoom(values.zoom);
  const language = toLanguage(values.language);
  const { companyId } = await inTransaction(await openDatabase(), {}, async (db) => {
    const existing = await db
      .selectFrom('companies')
      .select('company_id')
      .where('name', '=', name)
      .executeTakeFirst();
    if (existing !== undefined)
      throw new Error(`There is already a company "${name}": ${existing.company_id}.`);
    const company = await createCompany(db, {
      name,
      ...(language && { language }),
      ...(centerLonLat && { centerLonLat }),
      ...(zoom !== undefined && { zoom }),
    });
    await audit(db, {
      actor: undefined,
      companyId: company.companyId,
      action: 'COMPANY_ADDED',
      entity: 'company',
      entityId: company.companyId,
      entityName: name,
      details: { by: 'command line' },
    });
    return company;
  });
  print(`Added company ${companyId} ${name}, with the groups Administrators, Editors and Viewers.`);
  print(
    `To add its first user: npm run pgis -- user add EMAIL --company ${companyId} --group Administrators`,
  );
}

async function list({ openDatabase, print }: CommandContext): Promise<void> {
  const { db } = await openDatabase();
  const rows = await db
    .selectFrom('companies')
    .select(['company_id', 'name'])
    .where('company_id', '>', 0)
    .orderBy('company_id')
    .execute();
  for (const { company_id, name } of rows) print(`${company_id}\t${name}`);
}

export const companyCommand: Command = {
  name: 'company',
  summary: 'Add and list companies',
  usage,
  async run(args, context) {
    const { values, positionals } = parse(args);
    const [action, name, ...others] = positionals;
    if (others.length > 0)
      throw new UsageError(`Unexpected argument "${others[0]}". Put a name of several words in quotes.`);
    if (action === 'add' && name !== undefined) await add(name.trim(), values, context);
    else if (action === 'list' && name === undefined) await list(context);
    else throw new UsageError('Expected: add NAME, or list.');
    return 0;
  },
};
