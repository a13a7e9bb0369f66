import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareWithoutSchema } from '../../databaseSnapshots.ts';
import type { EngineLimits } from '../childProtocol.ts';
import { type EmbeddedDatabase, openEmbedded } from '../openEmbedded.ts';

/** An embedded engine on a directory of its own, with PostGIS and without our schema. */
export class TestEngine implements AsyncDisposable {
  readonly dataDir: string;
  readonly server: EmbeddedDatabase;
  readonly progress: string[];

  private constructor(dataDir: string, server: EmbeddedDatabase, progress: string[]) {
    this.dataDir = dataDir;
    this.server = server;
    this.progress = progress;
  }

  static async start(limits: Partial<EngineLimits> = {}): Promise<TestEngine> {
    const dataDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
    const progress: string[] = [];
    const server = await openEmbedded({
      dataDir,
      mode: 'server',
      limits,
      onProgress: (line) => progress.push(line),
      prepare: prepareWithoutSchema,
    });
    return new TestEngine(dataDir, server, progress);
  }

  /** Answer that a second program on the same directory gets. */
  join(): Promise<EmbeddedDatabase> {
    return openEmbedded({ dataDir: this.dataDir, mode: 'join', onProgress: () => {} });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
