import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { withoutTexts } from './withoutTexts.ts';

/** Addresses that are looked for at once, thousands of them. */
export class Addresses {
  /** As they were given, and in the small letters of this language: the database may know others. */
  readonly spellings: readonly string[];
  /** As they stand in JSON. */
  readonly #written: readonly (readonly [email: string, written: string])[];
  readonly #mark: string;

  constructor(emails: readonly string[]) {
    const lowerCase = [...new Set(emails.map((email) => email.toLowerCase()))];
    this.spellings = [...new Set([...emails, ...lowerCase])];
    this.#written = lowerCase.map((email) => [email, JSON.stringify(email).slice(1, -1)]);
    this.#mark = lowerCase.every((email) => email.includes('@')) ? '%@%' : '%';
  }

  /** Whether a column may hold one of them: cheap, so that few rows leave the database. */
  maybeIn(...columns: readonly string[]): RawBuilder<SqlBool> {
    const any = columns.map((column) => sql`${sql.ref(column)}::text LIKE ${this.#mark}`);
    return sql<SqlBool>`(${sql.join(any, sql` OR `)})`;
  }

  /** The value without them; undefined when none stands there. */
  takeFrom<T>(value: T): T | undefined {
    const text = JSON.stringify(value).toLowerCase();
    const quoted = this.#written.flatMap(([email, written]) => (text.includes(written) ? [email] : []));
    return quoted.length === 0 ? undefined : withoutTexts(value, quoted);
  }
}
