import type { Call } from './call.ts';
import * as help from './help.ts';
import * as differences from './imports/differences.ts';
import * as imports from './imports/imports.ts';
import * as skippedRows from './imports/skippedRows.ts';
import * as classifierChanges from './layers/classifierChanges.ts';
import * as classifiers from './layers/classifiers.ts';
import * as fieldChecks from './layers/fields/fieldChecks.ts';
import * as images from './layers/images.ts';
import * as archives from './layers/mapArchives.ts';
import * as layers from './layers/mapLayers.ts';
import * as references from './layers/references.ts';
import * as tiles from './layers/tiles.ts';
import * as links from './links.ts';
import * as log from './log.ts';
import * as mails from './mails.ts';
import * as bulkEdits from './objects/bulkEdits.ts';
import * as cases from './objects/cases.ts';
import * as changes from './objects/changes.ts';
import * as comments from './objects/comments.ts';
import * as feeds from './objects/feeds.ts';
import * as files from './objects/files.ts';
import * as geomLoads from './objects/geomLoads.ts';
import * as geoms from './objects/geoms.ts';
import * as history from './objects/history.ts';
import * as merges from './objects/merges.ts';
import * as places from './objects/places.ts';
import * as replyTemplates from './objects/replyTemplates.ts';
import * as reportPages from './objects/reportPages.ts';
import * as review from './objects/review.ts';
import * as routingRules from './objects/routingRules.ts';
import * as caseReport from './reports/caseReport.ts';
import * as customReports from './reports/customReports.ts';
import * as reportDashboard from './reports/reportDashboard.ts';
import * as reportExports from './reports/reportExports.ts';
import * as reportSchedules from './reports/reportSchedules.ts';
import * as reports from './reports/reports.ts';
import * as settings from './settings.ts';
import * as companies from './users/companies.ts';
import * as follows from './users/follows.ts';
import * as groups from './users/groups.ts';
import * as notices from './users/notices.ts';
import * as preferences from './users/preferences.ts';
import * as session from './users/session.ts';
import * as users from './users/users.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'policy' in value;

/** Every call of the product. The server must serve each of them; tests walk the list. */
export const calls: readonly Call[] = [
  session,
  users,
  preferences,
  notices,
  follows,
  groups,
  companies,
  settings,
  layers,
  archives,
  mails,
  classifiers,
  classifierChanges,
  fieldChecks,
  references,
  geoms,
  geomLoads,
  bulkEdits,
  history,
  comments,
  review,
  cases,
  caseReport,
  merges,
  routingRules,
  replyTemplates,
  reportPages,
  reports,
  reportExports,
  customReports,
  reportDashboard,
  reportSchedules,
  files,
  feeds,
  imports,
  differences,
  skippedRows,
  changes,
  images,
  tiles,
  help,
  places,
  links,
  log,
].flatMap((resource) => Object.values(resource).filter(isCall));
