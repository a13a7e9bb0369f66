import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { BrokenFeature } from '../../importing/sources/SourceFeature.ts';

/** CSV of the features that were left out or repaired: row of the file, why, and their properties. Made with the first of them. */
export class ImportReport {
  readonly path: string;
  #file: WriteStream | undefined;

  constructor(path: string) {
    this.path = path;
  }

  add(feature: Omit<BrokenFeature, 'reason'>): void {
    if (!this.#file) {
      this.#file = createWriteStream(this.path);
      this.#file.write('﻿feature,problem,properties\r\n');
    }
    const cells = [
      String(feature.rowNumber),
      feature.problem,
      JSON.stringify(feature.properties ?? {}).slice(0, 2_000),
    ];
    this.#file.write(`${cells.map(toCell).join(',')}\r\n`);
  }

  async close(): Promise<void> {
    if (!this.#file) return;
    this.#file.end();
    await once(this.#file, 'close');
  }
}

/** Quoted; a text that a spreadsheet would run as a formula gets an apostrophe in front (D-OBJ-09). */
const toCell = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
