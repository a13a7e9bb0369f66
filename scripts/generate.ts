/** Writes all generated files anew. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedFiles } from './generated/generatedFiles.ts';
import { rootDir } from './runCommand.ts';

for (const { path, make } of generatedFiles) {
  await writeFile(join(rootDir, path), await make());
  console.log(path);
}
