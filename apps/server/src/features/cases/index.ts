export { writeAssignment } from './assignmentMail.ts';
export { caseRoutes } from './routes.ts';
