export { writeReportMail } from './reportMail.ts';
export { reportScheduleRoutes } from './routes.ts';
