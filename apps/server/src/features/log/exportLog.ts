import { Readable } from 'node:stream';
import { type Language, type LogRow, limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { type AdminScope, getAdminScope } from '../../access/adminScope.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { toCsv } from '../../http/toCsv.ts';
import { countLog, type LogFilter, readLogPage } from './selectLog.ts';

/** Rows that the server holds at a time. */
const CHUNK_ROWS = 500;

const headers: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Id',
    'Time (UTC)',
    'User',
    'Address',
    'Action',
    'Subject',
    'Subject id',
    'Name',
    'Layer',
    'Unit',
    'Result',
    'Details',
    'Request',
  ],
  lv: [
    'Id',
    'Laiks (UTC)',
    'Lietotājs',
    'Adrese',
    'Darbība',
    'Attiecas uz',
    'Attiecas uz (id)',
    'Nosaukums',
    'Slānis',
    'Struktūrvienība',
    'Rezultāts',
    'Dati',
    'Pieprasījums',
  ],
  ru: [
    'Id',
    'Время (UTC)',
    'Пользователь',
    'Адрес',
    'Действие',
    'Относится к',
    'Относится к (id)',
    'Название',
    'Слой',
    'Подразделение',
    'Результат',
    'Подробности',
    'Запрос',
  ],
};

const toCells = (row: LogRow) => [
  row.id,
  row.at,
  row.userName,
  row.ip,
  row.action,
  row.entity,
  row.entityId,
  row.entityName,
  row.layerId,
  row.unitId,
  row.result,
  JSON.stringify(row.details),
  row.requestId,
];

export interface LogExport {
  readonly actor: UserActor;
  readonly filter: LogFilter;
  readonly language: Language;
  readonly requestId: string;
}

/** D-LOG-01: writes the file while the log is being read; the export itself is logged. */
export async function exportLog({ database }: AppDeps, request: LogExport): Promise<Readable> {
  const { actor, filter, language, requestId } = request;
  const scope = getAdminScope(actor);
  const isText = (filter._q ?? '') !== '';
  // A text search has no index, so the number of rows read is limited.
  const count = await countLog(database.db, scope, { filter, limit: limits.logCsvRows });
  if (count > limits.logCsvRows)
    throw new AppError('TOO_MANY_ROWS', { count: limits.logCsvRows, values: { limit: limits.logCsvRows } });
  await inTransaction(database, {}, (db) =>
    audit(db, {
      actor,
      action: 'EXPORT',
      entity: 'log',
      details: { filter, [isText ? 'searched' : 'rows']: count },
      requestId,
    }),
  );
  return Readable.from(writeChunks(database, { scope, filter, language }));
}

async function* writeChunks(
  { db }: AppDeps['database'],
  {
    scope,
    filter,
    language,
  }: { readonly scope: AdminScope; readonly filter: LogFilter; readonly language: Language },
): AsyncGenerator<Buffer> {
  yield toCsv([headers[language]], language);
  let left = limits.logCsvRows;
  for (let before: number | undefined; left > 0; ) {
    const page = await readLogPage(db, { scope, filter, before, size: Math.min(CHUNK_ROWS, left) });
    left -= page.items.length;
    if (page.items.length > 0) yield toCsv(page.items.map(toCells), language, { isFirst: false });
    if (page.next === null) return;
    before = page.next;
  }
}
