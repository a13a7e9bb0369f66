/**
 * The door of the server: all that the testkit builds the real server, its data and its images from. Nothing else of the
 * server can be imported by the name of the package.
 */
export { type AppDeps, makeAppDeps } from './AppDeps.ts';
export { buildApp } from './app.ts';
export { readConfig } from './config.ts';
export { prepareWithoutSchema, schemaKey } from './db/databaseSnapshots.ts';
export { inTransaction } from './db/inTransaction.ts';
export { migrateToLatest } from './db/migrate.ts';
export { newId } from './db/newId.ts';
export { type Database, openDatabase } from './db/openDatabase.ts';
export { createCompany, createGroup, createUnit } from './features/companies/index.ts';
export { createUser } from './features/users/index.ts';
export { JobRunner } from './jobs/JobRunner.ts';
export { addTreeNode } from './layers/tree/addTreeNode.ts';
export { commandAuthor } from './layers/tree/auditTreeNode.ts';
export { folderMail } from './mail/folderMail.ts';
export { mailKinds } from './mail/mailJobs.ts';
export { insertObjects, toObjectBatch, toObjectToInsert } from './objects/insertObjects.ts';
export { registerImageFonts } from './rendering/draw/registerFonts.ts';
export { gridSteps, type ImageJob } from './rendering/job/ImageJob.ts';
export { renderWithOl } from './rendering/ol/renderWithOl.ts';
export { createImagePool } from './rendering/pool/imagePool.ts';
export { BackgroundWork } from './runtime/BackgroundWork.ts';
export { type Clock, databaseClock } from './runtime/Clock.ts';
