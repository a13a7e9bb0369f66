export { writeAssignment } from './assignmentMail.ts';
export { readCaseworkTable } from './report/exportCaseReport.ts';
export { caseRoutes } from './routes.ts';
