import type { GuessedType, ImportField } from '@pgis/contract';
import { limits } from '@pgis/contract/plain';
import { isEmpty } from '../sources/surveyFields.ts';

/** Values of a field by which its uniqueness is judged; beyond that many it counts as not unique. */
const MAX_DISTINCT = 2_000_000;

type ValueType = Exclude<GuessedType, 'list'>;

/** Gathers facts about the values of one field. */
export class FieldFacts {
  readonly #name: string;
  #filled = 0;
  #maxLength = 0;
  readonly #types = new Map<ValueType, number>();
  #values: Set<string> | undefined = new Set();
  #isUnique = true;

  constructor(name: string) {
    this.#name = name;
  }

  add(value: unknown): void {
    if (isEmpty(value)) return;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    this.#filled++;
    this.#maxLength = Math.max(this.#maxLength, text.length);
    const type = typeOf(value, text);
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (this.#values?.has(text)) this.#isUnique = false;
    if (!this.#isUnique && (this.#values?.size ?? 0) > limits.import.listValues) this.#values = undefined;
    this.#values?.add(text);
    if ((this.#values?.size ?? 0) > MAX_DISTINCT) {
      this.#isUnique = false;
      this.#values = undefined;
    }
  }

  toField(rowCount: number): ImportField {
    const { type, misfits } = this.#guess();
    const distinct = this.#values?.size;
    const isList = type === 'text' && !this.#isUnique && distinct !== undefined && distinct > 1;
    return {
      name: this.#name,
      filled: this.#filled,
      type: isList && distinct <= limits.import.listValues ? 'list' : type,
      misfits,
      distinct: distinct !== undefined && distinct <= limits.import.listValues ? distinct : null,
      isUnique: this.#isUnique && this.#filled === rowCount && rowCount > 0,
      maxLength: this.#maxLength,
    };
  }

  /** A type is guessed when at most one value in a hundred is of another. */
  #guess(): { readonly type: ValueType; readonly misfits: number } {
    const countOf = (type: ValueType) => this.#types.get(type) ?? 0;
    const candidates = [
      ['integer', countOf('integer')],
      ['decimal', countOf('integer') + countOf('decimal')],
      ['date', countOf('date')],
      ['boolean', countOf('boolean')],
    ] as const;
    for (const [type, count] of candidates)
      if (count > 0 && count >= 0.99 * this.#filled) return { type, misfits: this.#filled - count };
    return { type: 'text', misfits: 0 };
  }
}

const integer = /^-?(0|[1-9]\d{0,14})$/;
const decimal = /^-?(0|[1-9]\d*)[.,]\d+$/;
const isoDate = /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/;
const localDate = /^\d{1,2}\.\d{1,2}\.\d{4}\.?$/;

/** Digits with a zero in front are a code, such as a cadastral number, and not a number. */
function typeOf(value: unknown, text: string): ValueType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal';
  const trimmed = text.trim();
  if (integer.test(trimmed)) return 'integer';
  if (decimal.test(trimmed)) return 'decimal';
  if (isoDate.test(trimmed) || localDate.test(trimmed)) return 'date';
  return /^(true|false)$/i.test(trimmed) ? 'boolean' : 'text';
}
