/** `npm run dev`: the server, restarted at every change, and Vite in front of it, which forwards /api. */
import { listDevPrograms } from './building/listDevPrograms.ts';
import { runForeground } from './runForeground.ts';

process.exitCode = await runForeground(listDevPrograms(process.env));
