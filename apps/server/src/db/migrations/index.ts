import type { Migration } from 'kysely/migration';
import { tenantsTreeObjects } from './0001_tenants_tree_objects.ts';
import { files } from './0002_files.ts';
import { review } from './0003_review.ts';
import { search } from './0004_search.ts';
import { classifierUses } from './0005_classifier_uses.ts';
import { companyLogo } from './0006_company_logo.ts';
import { logChain } from './0007_log_chain.ts';
import { mailJobs } from './0008_mail_jobs.ts';
import { reports } from './0009_reports.ts';
import { deletedUsers } from './0010_deleted_users.ts';
import { importSpeed } from './0011_import_speed.ts';
import { companyZips } from './0012_company_zips.ts';
import { exportAttempts } from './0013_export_attempts.ts';
import { customReports } from './0014_custom_reports.ts';
import { mapChanges } from './0015_map_changes.ts';
import { dashboardIndexes } from './0016_dashboard_indexes.ts';
import { bulkEdits } from './0017_bulk_edits.ts';
import { mapGroupNames } from './0018_map_group_names.ts';
import { changeBoxes } from './0019_change_boxes.ts';
import { jobs } from './0020_jobs.ts';
import { mapArchives } from './0021_map_archives.ts';
import { layerDensity } from './0022_layer_density.ts';
import { changeAges } from './0023_change_ages.ts';
import { shortLinks } from './0024_short_links.ts';
import { heatScale } from './0025_heat_scale.ts';
import { exportFormats } from './0026_export_formats.ts';
import { imports } from './0028_imports.ts';
import { largeChanges } from './0033_large_changes.ts';
import { cases } from './0042_cases.ts';
import { comparisons } from './0043_comparisons.ts';
import { routingRules } from './0048_routing_rules.ts';
import { companyLanguage } from './0049_company_language.ts';
import { merges } from './0050_merges.ts';
import { replyTemplates } from './0051_reply_templates.ts';
import { notices } from './0052_notices.ts';
import { follows } from './0053_follows.ts';
import { visitorFollows } from './0054_visitor_follows.ts';
import { publicImages } from './0055_public_images.ts';
import { reopenedReports } from './0056_reopened_reports.ts';
import { reopenedCases } from './0057_reopened_cases.ts';
import { blurredPositions } from './0058_blurred_positions.ts';
import { reportSchedules } from './0059_report_schedules.ts';
import { fasterBlur } from './0060_faster_blur.ts';
import { scheduleFormats } from './0061_schedule_formats.ts';

/** All migrations in order, forward only. To add one: a file `NNNN_what.ts` and a line here. */
export const migrations: Record<string, Migration> = {
  '0001_tenants_tree_objects': tenantsTreeObjects,
  '0002_files': files,
  '0003_review': review,
  '0004_search': search,
  '0005_classifier_uses': classifierUses,
  '0006_company_logo': companyLogo,
  '0007_log_chain': logChain,
  '0008_mail_jobs': mailJobs,
  '0009_reports': reports,
  '0010_deleted_users': deletedUsers,
  '0011_import_speed': importSpeed,
  '0012_company_zips': companyZips,
  '0013_export_attempts': exportAttempts,
  '0014_custom_reports': customReports,
  '0015_map_changes': mapChanges,
  '0016_dashboard_indexes': dashboardIndexes,
  '0017_bulk_edits': bulkEdits,
  '0018_map_group_names': mapGroupNames,
  '0019_change_boxes': changeBoxes,
  '0020_jobs': jobs,
  '0021_map_archives': mapArchives,
  '0022_layer_density': layerDensity,
  '0023_change_ages': changeAges,
  '0024_short_links': shortLinks,
  '0025_heat_scale': heatScale,
  '0026_export_formats': exportFormats,
  '0028_imports': imports,
  '0033_large_changes': largeChanges,
  '0042_cases': cases,
  '0043_comparisons': comparisons,
  '0048_routing_rules': routingRules,
  '0049_company_language': companyLanguage,
  '0050_merges': merges,
  '0051_reply_templates': replyTemplates,
  '0052_notices': notices,
  '0053_follows': follows,
  '0054_visitor_follows': visitorFollows,
  '0055_public_images': publicImages,
  '0056_reopened_reports': reopenedReports,
  '0057_reopened_cases': reopenedCases,
  '0058_blurred_positions': blurredPositions,
  '0059_report_schedules': reportSchedules,
  '0060_faster_blur': fasterBlur,
  '0061_schedule_formats': scheduleFormats,
};
