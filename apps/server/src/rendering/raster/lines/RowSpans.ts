/** First and last column of each row that has to be painted; the first lies behind the last in a row without any. */
export class RowSpans {
  readonly #width: number;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  #firstRow: number;
  #lastRow = -1;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#first = new Int32Array(height).fill(width);
    this.#last = new Int32Array(height).fill(-1);
    this.#firstRow = height;
  }

  /** Extends a row by columns inside the image. */
  extend(row: number, first: number, last: number): void {
    if (first < (this.#first[row] as number)) this.#first[row] = first;
    if (last > (this.#last[row] as number)) this.#last[row] = last;
    if (row < this.#firstRow) this.#firstRow = row;
    if (row > this.#lastRow) this.#lastRow = row;
  }

  /** Calls `use` with the index of the first and the last pixel of each span, and forgets all spans. */
  drain(use: (from: number, to: number) => void): void {
    for (let row = this.#firstRow; row <= this.#lastRow; row++) {
      const first = this.#first[row] as number;
      const last = this.#last[row] as number;
      if (first <= last) use(row * this.#width + first, row * this.#width + last);
      this.#first[row] = this.#width;
      this.#last[row] = -1;
    }
    this.#firstRow = this.#first.length;
    this.#lastRow = -1;
  }
}
