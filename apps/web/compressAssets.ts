import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|json|svg|txt)$/;
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1_024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Lays a `.br` and a `.gz` beside every text file of the build, so that the server has nothing to compress. */
export const compressAssets = (): Plugin => ({
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir }) {
    const entries = await readdir(dir ?? '', { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !compressible.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < MIN_BYTES) continue;
      await writeFile(`${path}.br`, await toBrotli(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } }));
      await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }));
    }
  },
});
