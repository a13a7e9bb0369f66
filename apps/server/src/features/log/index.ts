export { addLogRow, audit } from './audit.ts';
export { eraseFromLog, type LogContent } from './eraseFromLog.ts';
export { keepSealing } from './keepSealing.ts';
export { sealLog } from './sealLog.ts';
export { type LogProblem, type LogVerdict, verifyLog } from './verifyLog.ts';
