import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const CENTRAL_ENTRY = 0x02014b50;
const END_OF_DIRECTORY_BYTES = 22;

/** Reads the files of a small zip (no zip64, no comment); returns bytes by name. */
export const readZip = (path: string): ReadonlyMap<string, Buffer> => {
  const zip = readFileSync(path);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(zip.length - END_OF_DIRECTORY_BYTES + 16);
  while (zip.readUInt32LE(at) === CENTRAL_ENTRY) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (!name.endsWith('/')) files.set(name, readEntry(zip, at));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
};

const readEntry = (zip: Buffer, entry: number): Buffer => {
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
  return zip.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed);
};
