/** Quarter pixels of the largest image that is watched. */
const MAX_CELLS = 32_000_000;
const MAX_NUMBER = 0xffff;

/** Marks quarter pixels on which a symbol has been painted: painting it there again would not be visible. */
export class OccupiedPixels {
  /** The number of the last symbol per quarter pixel. Numbers of earlier images are lower than all of this one. */
  #cells = new Uint16Array();
  #lastNumber = 0;
  #columns = 0;
  #count = 0;
  readonly #numbers = new Map<object, number>();

  start(width: number, height: number): void {
    this.#columns = 2 * (width + 2);
    this.#count = 4 * (width + 2) * (height + 2);
    this.#numbers.clear();
  }

  /** Returns true when the same symbol occupies the position already. */
  occupy(x: number, y: number, symbol: object): boolean {
    if (this.#count > MAX_CELLS || x < 0 || y < 0) return false;
    if (this.#cells.length < this.#count) this.#cells = new Uint16Array(this.#count);
    const number = this.#numbers.get(symbol) ?? this.#addNumber(symbol);
    const cell = Math.round(2 * y) * this.#columns + Math.round(2 * x);
    if (this.#cells[cell] === number) return true;
    this.#cells[cell] = number;
    return false;
  }

  #addNumber(symbol: object): number {
    if (this.#lastNumber === MAX_NUMBER) {
      this.#cells.fill(0);
      this.#numbers.clear();
      this.#lastNumber = 0;
    }
    this.#lastNumber += 1;
    this.#numbers.set(symbol, this.#lastNumber);
    return this.#lastNumber;
  }
}
