import type { CompanyId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { digestOf, type SealableRow, sealableColumns, sealOf } from './sealRow.ts';

export type LogProblem =
  /** The content of the row is not the sealed content. */
  | {
      readonly kind: 'changed';
      readonly id: number;
      readonly sealNo: number;
      readonly part: 'content' | 'row';
    }
  /** The rows with the numbers from..to are missing. */
  | { readonly kind: 'removed'; readonly from: number; readonly to: number }
  /** The row was never a link of the chain. */
  | { readonly kind: 'inserted'; readonly id: number }
  /** The row claims to be older than the row sealed before it, by more than an hour. */
  | { readonly kind: 'backdated'; readonly id: number; readonly sealNo: number };

export interface LogVerdict {
  readonly sealed: number;
  readonly unsealed: number;
  readonly erased: number;
  /** Number and seal of the last link, in hex. */
  readonly last: { readonly sealNo: number; readonly seal: string };
  readonly problems: readonly LogProblem[];
}

interface SealedRow extends SealableRow {
  readonly sealNo: number;
  readonly seal: Buffer;
  readonly salt: Buffer | null;
  readonly digest: Buffer | null;
}

const PAGE_ROWS = 2_000;
const MAX_INSERTED = 1_000;
const BACKDATED_US = 3_600_000_000n;

/**
 * Verifies a company's whole chain, up to the last row that was sealed when it began, and reports what does
 * not fit.
 */
export async function verifyLog(db: Kysely<Schema>, companyId: CompanyId): Promise<LogVerdict> {
  const end = await db
    .selectFrom('audit_chains')
    .select(['seal_no as sealNo', 'seal'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const { sealNo = 0, seal = Buffer.alloc(0) } = end ?? {};
  const erasures = await readErasures(db, companyId);
  const reader = new ChainReader(erasures);
  let previous: SealedRow | undefined;
  for await (const row of readChain(db, companyId, sealNo)) {
    if (previous !== undefined) reader.take(previous, row);
    previous = row;
  }
  if (previous !== undefined) reader.take(previous, undefined);
  reader.finish(sealNo, seal);
  const unlinked = await readUnlinked(db, companyId);
  return {
    sealed: reader.sealed,
    unsealed: unlinked.unsealed,
    erased: erasures.size,
    last: { sealNo, seal: seal.toString('hex') },
    problems: [...reader.problems, ...unlinked.inserted.map((id) => ({ kind: 'inserted' as const, id }))],
  };
}

/** Digests left by erasures, by row; the newest of a row counts. */
async function readErasures(db: Kysely<Schema>, companyId: CompanyId): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('audit_log')
    .select(sql<Record<string, string>>`details -> 'digests'`.as('digests'))
    .where('company_id', '=', companyId)
    .where('action', '=', 'LOG_ERASED')
    .orderBy('id')
    .execute();
  return new Map(
    rows.flatMap(({ digests }) =>
      Object.entries(digests ?? {}).map(([id, hex]) => [Number(id), hex] as const),
    ),
  );
}

async function* readChain(db: Kysely<Schema>, companyId: CompanyId, upTo: number): AsyncGenerator<SealedRow> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit_log')
      .select(sealableColumns)
      .select(['seal_no as sealNo', 'seal', 'salt', 'digest'])
      .where('company_id', '=', companyId)
      .where('seal_no', 'is not', null)
      .where('seal_no', '>', after)
      .where('seal_no', '<=', upTo)
      .where('seal', 'is not', null)
      .orderBy('seal_no')
      .limit(PAGE_ROWS)
      .execute();
    yield* rows as SealedRow[];
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.sealNo ?? upTo;
  }
}

/**
 * Rows without a valid link: those waiting to be sealed, and those with half a link or a link past the
 * chain's end.
 */
async function readUnlinked(
  db: Kysely<Schema>,
  companyId: CompanyId,
): Promise<{ unsealed: number; inserted: number[] }> {
  const { unsealed } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('unsealed'))
    .where('company_id', '=', companyId)
    .where('seal', 'is', null)
    .where('seal_no', 'is', null)
    .executeTakeFirstOrThrow();
  // The end is read again, so that rows sealed since the reading began do not count as inserted.
  const rows = await db
    .selectFrom('audit_log as l')
    .leftJoin('audit_chains as c', 'c.company_id', 'l.company_id')
    .select('l.id')
    .where('l.company_id', '=', companyId)
    .where(sql<boolean>`((l.seal IS NULL) <> (l.seal_no IS NULL) OR l.seal_no > coalesce(c.seal_no, 0))`)
    .orderBy('l.id')
    .limit(MAX_INSERTED)
    .execute();
  return { unsealed, inserted: rows.map(({ id }) => id) };
}

/**
 * Walks the links. Where one does not fit, the stored seal is taken on trust, so that one problem is reported
 * once.
 */
class ChainReader {
  readonly problems: LogProblem[] = [];
  sealed = 0;
  readonly #erasures: ReadonlyMap<number, string>;
  #before: Buffer = Buffer.alloc(0);
  /** Number of the last link in the original count of the chain. */
  #no = 0;
  /** Number of rows that were inserted in between and shifted the later numbers. */
  #insertedCount = 0;
  #latestUs = 0n;

  constructor(erasures: ReadonlyMap<number, string>) {
    this.#erasures = erasures;
  }

  take(row: SealedRow, next: SealedRow | undefined): void {
    const no = row.sealNo - this.#insertedCount;
    const isAfterGap = no > this.#no + 1;
    if (isAfterGap) this.problems.push({ kind: 'removed', from: this.#no + 1, to: no - 1 });
    else if (!this.#fits(row, this.#before, no)) {
      // The next row links to the previous row, so this one was inserted.
      if (next !== undefined && this.#fits(next, this.#before, next.sealNo - this.#insertedCount - 1)) {
        this.#insertedCount += 1;
        this.problems.push({ kind: 'inserted', id: row.id });
        return;
      }
      this.problems.push({ kind: 'changed', id: row.id, sealNo: row.sealNo, part: 'row' });
    }
    if (!this.#hasItsContent(row))
      this.problems.push({ kind: 'changed', id: row.id, sealNo: row.sealNo, part: 'content' });
    this.#checkTime(row);
    this.sealed += 1;
    this.#no = no;
    this.#before = row.seal;
  }

  finish(sealNo: number, seal: Buffer): void {
    if (this.#no < sealNo - this.#insertedCount)
      this.problems.push({ kind: 'removed', from: this.#no + 1, to: sealNo - this.#insertedCount });
    else if (this.problems.length === 0 && !this.#before.equals(seal))
      this.problems.push({ kind: 'removed', from: sealNo, to: sealNo });
  }

  #fits(row: SealedRow, before: Buffer, no: number): boolean {
    return row.digest !== null && sealOf(before, { sealNo: no, digest: row.digest, row }).equals(row.seal);
  }

  /** True when the row has the sealed content, or the content that a recorded erasure left. */
  #hasItsContent(row: SealedRow): boolean {
    if (row.salt === null || row.digest === null) return false;
    const found = digestOf(row.salt, row).toString('hex');
    return found === (this.#erasures.get(row.id) ?? row.digest.toString('hex'));
  }

  #checkTime({ id, sealNo, atUs }: SealedRow): void {
    const us = BigInt(atUs);
    if (us < this.#latestUs - BACKDATED_US) this.problems.push({ kind: 'backdated', id, sealNo });
    if (us > this.#latestUs) this.#latestUs = us;
  }
}
