/** `npm run dev`: the server, started anew at every change, and Vite in front of it, which passes /api on. */
import { listDevPrograms } from './building/listDevPrograms.ts';
import { runForeground } from './runForeground.ts';

process.exitCode = await runForeground(listDevPrograms(process.env));
