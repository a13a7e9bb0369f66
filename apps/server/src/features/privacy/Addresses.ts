import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { withoutTexts } from './withoutTexts.ts';

/** A set of e-mail addresses, thousands of them, that are searched for at once. */
export class Addresses {
  /**
   * The addresses as given and in the lower case of JavaScript, because the database may lower-case
   * differently.
   */
  readonly spellings: readonly string[];
  /** The addresses as they are written inside JSON. */
  readonly #written: readonly (readonly [email: string, written: string])[];
  readonly #mark: string;

  constructor(emails: readonly string[]) {
    const lowerCase = [...new Set(emails.map((email) => email.toLowerCase()))];
    this.spellings = [...new Set([...emails, ...lowerCase])];
    this.#written = lowerCase.map((email) => [email, JSON.stringify(email).slice(1, -1)]);
    this.#mark = lowerCase.every((email) => email.includes('@')) ? '%@%' : '%';
  }

  /** Cheap condition that a column may hold one of the addresses, so that few rows leave the database. */
  maybeIn(...columns: readonly string[]): RawBuilder<SqlBool> {
    const any = columns.map((column) => sql`${sql.ref(column)}::text LIKE ${this.#mark}`);
    return sql<SqlBool>`(${sql.join(any, sql` OR `)})`;
  }

  /** Returns the value without the addresses; undefined when it holds none. */
  takeFrom<T>(value: T): T | undefined {
    const text = JSON.stringify(value).toLowerCase();
    const quoted = this.#written.flatMap(([email, written]) => (text.includes(written) ? [email] : []));
    return quoted.length === 0 ? undefined : withoutTexts(value, quoted);
  }
}
