import * as bulkEdits from './bulkEdits.ts';
import type { Call } from './call.ts';
import * as classifierChanges from './classifierChanges.ts';
import * as classifiers from './classifiers.ts';
import * as comments from './comments.ts';
import * as companies from './companies.ts';
import * as customReports from './customReports.ts';
import * as files from './files.ts';
import * as geomLoads from './geomLoads.ts';
import * as geoms from './geoms.ts';
import * as groups from './groups.ts';
import * as help from './help.ts';
import * as history from './history.ts';
import * as images from './images.ts';
import * as layers from './layers.ts';
import * as log from './log.ts';
import * as mails from './mails.ts';
import * as places from './places.ts';
import * as preferences from './preferences.ts';
import * as reportDashboard from './reportDashboard.ts';
import * as reportExports from './reportExports.ts';
import * as reports from './reports.ts';
import * as review from './review.ts';
import * as session from './session.ts';
import * as settings from './settings.ts';
import * as tiles from './tiles.ts';
import * as users from './users.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'policy' in value;

/** Every call of the product: the server must serve each, tests walk them all. */
export const calls: readonly Call[] = [
  session,
  users,
  preferences,
  groups,
  companies,
  settings,
  layers,
  mails,
  classifiers,
  classifierChanges,
  geoms,
  geomLoads,
  bulkEdits,
  history,
  comments,
  review,
  reports,
  reportExports,
  customReports,
  reportDashboard,
  files,
  images,
  tiles,
  help,
  places,
  log,
].flatMap((resource) => Object.values(resource).filter(isCall));
