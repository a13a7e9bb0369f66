import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { digestOf, type SealableRow, sealableColumns, sealOf } from './sealRow.ts';

export type LogProblem =
  /** What stands in the row is not what was sealed. */
  | {
      readonly kind: 'changed';
      readonly id: number;
      readonly sealNo: number;
      readonly part: 'content' | 'row';
    }
  /** The numbers from..to are gone. */
  | { readonly kind: 'removed'; readonly from: number; readonly to: number }
  /** A row that never was a link of the chain. */
  | { readonly kind: 'inserted'; readonly id: number }
  /** Says it is older than the row sealed before it, by more than an hour. */
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
const MOST_INSERTED = 1_000;
const BACKDATED_US = 3_600_000_000n;

/** Reads a company's whole chain and says what does not fit; only what was sealed when it began. */
export async function verifyLog(db: Kysely<Schema>, companyId: number): Promise<LogVerdict> {
  const end = await db
    .selectFrom('audit_chains')
    .select(['seal_no as sealNo', 'seal'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const { sealNo = 0, seal = Buffer.alloc(0) } = end ?? {};
  const erasures = await readErasures(db, companyId);
  const reader = new ChainReader(erasures);
  let held: SealedRow | undefined;
  for await (const row of readChain(db, companyId, sealNo)) {
    if (held !== undefined) reader.take(held, row);
    held = row;
  }
  if (held !== undefined) reader.take(held, undefined);
  reader.finish(sealNo, seal);
  const loose = await readLoose(db, companyId);
  return {
    sealed: reader.sealed,
    unsealed: loose.unsealed,
    erased: erasures.size,
    last: { sealNo, seal: seal.toString('hex') },
    problems: [...reader.problems, ...loose.inserted.map((id) => ({ kind: 'inserted' as const, id }))],
  };
}

/** The digests that erasing has left, by row; of several the last counts. */
async function readErasures(db: Kysely<Schema>, companyId: number): Promise<ReadonlyMap<number, string>> {
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

async function* readChain(db: Kysely<Schema>, companyId: number, upTo: number): AsyncGenerator<SealedRow> {
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

/** Rows without a place in the chain: those that wait for it, and those with half of one or one past its end. */
async function readLoose(
  db: Kysely<Schema>,
  companyId: number,
): Promise<{ unsealed: number; inserted: number[] }> {
  const { unsealed } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('unsealed'))
    .where('company_id', '=', companyId)
    .where('seal', 'is', null)
    .where('seal_no', 'is', null)
    .executeTakeFirstOrThrow();
  // The end as it is now: what has been sealed since the reading began is no intruder.
  const rows = await db
    .selectFrom('audit_log as l')
    .leftJoin('audit_chains as c', 'c.company_id', 'l.company_id')
    .select('l.id')
    .where('l.company_id', '=', companyId)
    .where(sql<boolean>`((l.seal IS NULL) <> (l.seal_no IS NULL) OR l.seal_no > coalesce(c.seal_no, 0))`)
    .orderBy('l.id')
    .limit(MOST_INSERTED)
    .execute();
  return { unsealed, inserted: rows.map(({ id }) => id) };
}

/** Walks the links. Where one does not fit, the stored seal is taken on trust, so that one problem is said once. */
class ChainReader {
  readonly problems: LogProblem[] = [];
  sealed = 0;
  readonly #erasures: ReadonlyMap<number, string>;
  #before: Buffer = Buffer.alloc(0);
  /** Number of the last link, as the chain once counted. */
  #no = 0;
  /** How many rows have been pushed in between, and the numbers after them along. */
  #pushed = 0;
  #latestUs = 0n;

  constructor(erasures: ReadonlyMap<number, string>) {
    this.#erasures = erasures;
  }

  take(row: SealedRow, next: SealedRow | undefined): void {
    const no = row.sealNo - this.#pushed;
    const isAfterGap = no > this.#no + 1;
    if (isAfterGap) this.problems.push({ kind: 'removed', from: this.#no + 1, to: no - 1 });
    else if (!this.#fits(row, this.#before, no)) {
      // The row after it joins on to the row before it: this one was pushed in.
      if (next !== undefined && this.#fits(next, this.#before, next.sealNo - this.#pushed - 1)) {
        this.#pushed += 1;
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
    if (this.#no < sealNo - this.#pushed)
      this.problems.push({ kind: 'removed', from: this.#no + 1, to: sealNo - this.#pushed });
    else if (this.problems.length === 0 && !this.#before.equals(seal))
      this.problems.push({ kind: 'removed', from: sealNo, to: sealNo });
  }

  #fits(row: SealedRow, before: Buffer, no: number): boolean {
    return row.digest !== null && sealOf(before, no, row.digest, row).equals(row.seal);
  }

  /** What was sealed, or what erasing is on record to have left. */
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
