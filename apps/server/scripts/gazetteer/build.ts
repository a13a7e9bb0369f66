/**
 * Writes `assets/gazetteer/gazetteer.bin.br` from the localities of GeoNames: node
 * apps/server/scripts/gazetteer/build.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { GAZETTEER_FILE } from '../../src/gazetteer/Gazetteer.ts';
import { encodeGazetteer } from './encodeGazetteer.ts';

const bytes = encodeGazetteer();
mkdirSync(new URL('.//', GAZETTEER_FILE), { recursive: true });
const packed = brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
});
writeFileSync(GAZETTEER_FILE, packed);
console.log(`${bytes.length} bytes, ${packed.length} packed`);
