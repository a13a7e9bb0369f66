import { createHash } from 'node:crypto';

const MODULUS = 1n << 256n;

/**
 * Checksum of a table: the sum of the SHA-256 of its rows. It does not depend on the order of the rows, which
 * differs between databases with different collations, and counts a repeated row twice.
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
