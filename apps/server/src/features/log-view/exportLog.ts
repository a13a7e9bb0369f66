import { Readable } from 'node:stream';
import { type Language, type LogRow, limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../http/AppError.ts';
import { toCsv } from '../../http/toCsv.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { type AdminScope, getAdminScope } from '../groups/index.ts';
import { audit } from '../log/index.ts';
import { countLog, type LogFilter, readLogPage } from './selectLog.ts';

/** Rows of one piece of the file: what the server holds at a time. */
const PIECE_ROWS = 500;

const headers: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Id',
    'Time (UTC)',
    'User',
    'Address',
    'Action',
    'About',
    'About id',
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
    'Par',
    'Par (id)',
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
    'О чём',
    'О чём (id)',
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

/** D-LOG-01: the file is written as the log is read; that somebody took it is in the log itself. */
export async function exportLog({ database }: AppDeps, request: LogExport): Promise<Readable> {
  const { actor, filter, language, requestId } = request;
  const scope = getAdminScope(actor);
  const isText = (filter._q ?? '') !== '';
  // A text has no index: so many rows are looked through at most.
  const count = await countLog(database.db, scope, filter, limits.logCsvRows);
  if (count > limits.logCsvRows) throw new AppError('TOO_MANY_ROWS', { count: limits.logCsvRows });
  await inTransaction(database, {}, (db) =>
    audit(db, {
      actor,
      action: 'EXPORT',
      entity: 'log',
      details: { filter, [isText ? 'searched' : 'rows']: count },
      requestId,
    }),
  );
  return Readable.from(writePieces(database, scope, filter, language));
}

async function* writePieces(
  { db }: AppDeps['database'],
  scope: AdminScope,
  filter: LogFilter,
  language: Language,
): AsyncGenerator<Buffer> {
  yield toCsv([headers[language]], language);
  let left = limits.logCsvRows;
  for (let before: number | undefined; left > 0; ) {
    const page = await readLogPage(db, { scope, filter, before, size: Math.min(PIECE_ROWS, left) });
    left -= page.items.length;
    if (page.items.length > 0) yield toCsv(page.items.map(toCells), language, { isFirst: false });
    if (page.next === null) return;
    before = page.next;
  }
}
