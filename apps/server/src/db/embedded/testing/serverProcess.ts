/** A program that owns an embedded engine: `serverProcess.ts DATA_DIR STATEMENT_MS`; told SQL, it runs it. */
import { openEmbedded } from '../openEmbedded.ts';

const [dataDir = '', statementMs = ''] = process.argv.slice(2);
try {
  const limits = { statementMs: Number(statementMs) };
  const { pool, engine } = await openEmbedded({ dataDir, mode: 'server', limits, onProgress: () => {} });
  process.on('message', (sql: string) => {
    pool.query(sql).catch(() => {});
  });
  process.send?.({ enginePid: engine?.pid });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exit('exitCode' in error ? Number(error.exitCode) : 1);
}
