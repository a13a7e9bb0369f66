import { companyOf } from '@pgis/contract';
import type { Database } from '../../src/db/openDatabase.ts';
import { EXPORT_JOB } from '../../src/features/reports/exports/exportRows.ts';
import { addJobs } from '../../src/jobs/jobTable.ts';
import type { Clock } from '../../src/runtime/Clock.ts';

/** Adds the job of an export whose row a test has set to `waiting` or `running` by hand. */
export const addExportJob = (db: Database['db'], clock: Clock, exportId: number): Promise<void> =>
  addJobs(db, clock, [{ companyId: companyOf(exportId), kind: EXPORT_JOB, payload: { exportId } }]);
