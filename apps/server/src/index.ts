/** What the testkit builds the real server from. */
export { type AppDeps, makeAppDeps } from './AppDeps.ts';
export { buildApp } from './app.ts';
export { readConfig } from './config.ts';
export { inTransaction } from './db/inTransaction.ts';
export { migrateToLatest } from './db/migrate.ts';
export { type Database, openDatabase } from './db/openDatabase.ts';
export { createCompany, createGroup, createUnit } from './features/companies/index.ts';
export { mailWriters } from './features/mails/index.ts';
export { createUser } from './features/users/index.ts';
export { folderMail } from './mail/folderMail.ts';
export { sendDueMails } from './mail/sendDueMails.ts';
export { type Clock, databaseClock } from './plugins/Clock.ts';
