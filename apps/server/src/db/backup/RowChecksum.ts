import { createHash } from 'node:crypto';

const MODULUS = 1n << 256n;

/**
 * Sums up a table: the SHA-256 of its rows added up, so it does not depend on their order, which differs between
 * databases with different collations, and a row that is there twice counts twice.
 */
export class RowChecksum {
  rows = 0;
  #sum = 0n;

  add(line: string): void {
    this.rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % MODULUS;
  }

  toString(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
