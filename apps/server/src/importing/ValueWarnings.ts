import { findHintProblem, type HintProblem, isComputed, type LayerField } from '@pgis/contract';

interface FieldWarning {
  readonly problem: HintProblem;
  count: number;
  readonly firstRow: number;
  readonly firstValue: string;
}

const MAX_VALUE_LENGTH = 60;

const expected: Readonly<Record<HintProblem, string>> = {
  number: 'a number',
  date: 'a date',
  yesNo: 'yes or no',
  choices: 'one of the choices',
};

/**
 * D-CLS-19: counts the values that are not what the input hints of a layer's fields expect, which are imported all the same,
 * and those for computed fields, which are not.
 */
export class ValueWarnings {
  readonly #hinted: readonly LayerField[];
  readonly #found = new Map<string, FieldWarning>();
  /** Dropped values by computed field. */
  readonly #dropped: Map<string, number>;

  constructor(fields: readonly LayerField[]) {
    const computed = fields.filter(({ schema }) => isComputed(schema?.type));
    this.#dropped = new Map(computed.map(({ name }) => [name, 0]));
    this.#hinted = fields.filter(({ hint }) => hint?.kind !== undefined);
  }

  /** Looks at the `data` of a row, JSON text. */
  check({ rowNumber, data }: { readonly rowNumber: number; readonly data: string }): void {
    if (this.#hinted.length === 0) return;
    const values = JSON.parse(data) as Record<string, string | number | boolean>;
    for (const { name, hint } of this.#hinted) {
      const value = String(values[name] ?? '');
      const problem = findHintProblem(hint, value);
      if (problem === undefined) continue;
      const known = this.#found.get(name);
      if (known) known.count++;
      else this.#found.set(name, { problem, count: 1, firstRow: rowNumber, firstValue: value });
    }
  }

  /** Looks at the `data` of a row as the file has it, JSON text. */
  countDropped({ data }: { readonly data: string }): void {
    if (this.#dropped.size === 0) return;
    const values = JSON.parse(data) as Record<string, unknown>;
    for (const [name, count] of this.#dropped) if (name in values) this.#dropped.set(name, count + 1);
  }

  /** Returns a sentence for each field with such values. */
  list(): string[] {
    const dropped = [...this.#dropped].flatMap(([field, count]) =>
      count === 0
        ? []
        : [
            `${field}: the layer computes this field, so ${count} ${count === 1 ? 'value of the file was' : 'values of the file were'} not imported.`,
          ],
    );
    const misfits = [...this.#found].map(([field, { problem, count, firstRow, firstValue }]) => {
      const value =
        firstValue.length > MAX_VALUE_LENGTH ? `${firstValue.slice(0, MAX_VALUE_LENGTH)}…` : firstValue;
      return (
        `${field}: ${count} ${count === 1 ? 'value is' : 'values are'} not ${expected[problem]}, ` +
        `the first in feature ${firstRow}: ${JSON.stringify(value)}. Imported all the same.`
      );
    });
    return [...dropped, ...misfits];
  }
}
