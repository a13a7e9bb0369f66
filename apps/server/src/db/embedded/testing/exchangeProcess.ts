/** A second program that joins the engine of a running one: `exchangeProcess.ts DATA_DIR ACTOR STEPS`. */
import { openEmbedded } from '../openEmbedded.ts';
import { exchange } from './exchangeActor.ts';

const [dataDir = '', actor = '', steps = ''] = process.argv.slice(2);
const joined = await openEmbedded({ dataDir, mode: 'join', onProgress: () => {} });
const ledger = await exchange(joined.pool, actor, Number(steps));
const didJoin = joined.engine === undefined;
await joined.close();
process.send?.({ ...ledger, didJoin });
process.disconnect();
