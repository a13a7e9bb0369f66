import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { rootDir } from '../runCommand.ts';

/** Slow files with their seconds on two cores; a file that is not listed takes less than 5. */
const secondsOf: Readonly<Record<string, number>> = {
  'apps/server/test/import/comparing.test.ts': 45,
  'apps/server/test/main.test.ts': 40,
  'apps/server/src/db/embedded/openEmbedded.test.ts': 33,
  'apps/server/src/backup/backup.test.ts': 30,
  'apps/server/test/import/browserImport.test.ts': 30,
  'apps/server/test/rights/matrix.postgres.test.ts': 28,
  'apps/server/test/import/repair.test.ts': 26,
  'apps/server/test/images/overviewImages.test.ts': 25,
  'apps/server/src/backup/move/move.test.ts': 20,
  'scripts/packaging/installation.test.ts': 20,
  'apps/server/test/http/frozenDatabase.test.ts': 17,
  'apps/server/test/images/overviews.test.ts': 17,
  'apps/server/test/images/tiles.test.ts': 17,
  'apps/server/src/db/inTransaction.test.ts': 16,
  'apps/server/test/changes/changes.test.ts': 16,
  'apps/server/test/reports/exports.test.ts': 16,
  'apps/server/src/db/migrate.test.ts': 14,
  'apps/server/test/import/importFile.test.ts': 14,
  'apps/server/test/import/realData.test.ts': 14,
  'apps/server/test/http/databaseFaults.test.ts': 13,
  'apps/server/test/import/GeometryRepair.test.ts': 13,
  'apps/server/test/objects/bulkEdit.test.ts': 13,
  'apps/server/test/objects/hostileInput.test.ts': 13,
  'apps/server/test/reports/vectorExports.test.ts': 13,
  'apps/server/test/rights/canary.postgres.test.ts': 13,
  'apps/server/test/session/signIn.test.ts': 13,
  'apps/server/src/cli/backup.test.ts': 12,
  'apps/server/test/layers/styleFuzz.test.ts': 12,
  'apps/server/test/mails/mailQueue.test.ts': 12,
  'apps/server/test/layers/hostileClassifiers.test.ts': 11,
  'apps/server/src/db/embedded/engine/EngineServer.test.ts': 10,
  'apps/server/test/review/review.test.ts': 10,
  'apps/server/test/cli/basemap.test.ts': 9,
  'apps/server/test/cli/doctor.test.ts': 9,
  'apps/server/test/companies/archives.test.ts': 9,
  'apps/server/test/http/policy.test.ts': 9,
  'apps/server/test/images/seams.test.ts': 9,
  'apps/server/test/reports/exportJobs.test.ts': 9,
  'apps/server/test/reports/reportRows.test.ts': 9,
  'apps/server/test/rights/canary.embedded.test.ts': 9,
  'apps/server/test/session/refresh.test.ts': 9,
  'apps/server/test/reports/reportSlots.test.ts': 8,
  'apps/server/src/features/reports/exports/vector/writeVectorFile.test.ts': 7,
  'apps/server/test/cli/export.test.ts': 7,
  'apps/server/test/http/slowSenders.test.ts': 7,
  'apps/server/test/images/styleGallery.test.ts': 7,
  'apps/server/test/objects/objectRights.test.ts': 7,
  'apps/server/test/reports/hostileReports.test.ts': 7,
  'apps/server/test/session/races.test.ts': 7,
  'apps/server/test/session/timing.test.ts': 7,
  'apps/server/src/db/streamQuery.test.ts': 6,
  'apps/server/src/features/base-map/createBaseMapTiles.test.ts': 6,
  'apps/server/test/files/fileRights.test.ts': 6,
  'apps/server/test/images/heatMaps.test.ts': 6,
  'apps/server/test/images/hostileQueries.test.ts': 6,
  'apps/server/test/mails/reporterMails.test.ts': 6,
  'apps/server/test/objects/addObject.test.ts': 6,
  'apps/server/test/users/passwords.test.ts': 6,
  'apps/server/test/files/uploads.test.ts': 5,
  'apps/server/test/log/chain.test.ts': 5,
  'apps/server/test/log/events.test.ts': 5,
  'apps/server/test/log/readLog.test.ts': 5,
  'apps/server/test/rights/matrix.embedded.test.ts': 5,
  'apps/web/src/features/layer-editor/dialog/TreeNodeDialog.test.tsx': 23,
  'apps/web/src/features/layer-editor/dialog/treeNodeDrafts.test.tsx': 13,
  'apps/web/src/features/layer-editor/fields/FieldsAndFilter.test.tsx': 13,
  'apps/web/src/features/drawing/dialog/DrawDialog.test.tsx': 12,
  'apps/web/src/features/layer-editor/style/make-rules/MakeRules.test.tsx': 12,
  'apps/web/src/app/unsavedWork.test.tsx': 8,
  'apps/web/src/app/routing.test.tsx': 7,
  'apps/web/src/features/drawing/dialog/objectDrafts.test.tsx': 7,
  'apps/web/src/features/drawing/comments/CommentsSection.test.tsx': 6,
  'apps/web/src/app/shell/layout.test.tsx': 5,
  'apps/web/src/features/reports/map-table/mapTable.test.tsx': 5,
};

/**
 * Starts the longest files of a project first, so that no worker is left with one at the end. Files of a project follow
 * each other, because a worker that goes on with the same project keeps its modules and its database.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weighed = await Promise.all(
      files.map(async (file) => ({ file, weight: await weightOf(file.moduleId) })),
    );
    const projects = this.ctx.projects.map(({ name }) => name);
    return weighed
      .sort(
        (a, b) =>
          projects.indexOf(a.file.project.name) - projects.indexOf(b.file.project.name) ||
          b.weight - a.weight,
      )
      .map(({ file }) => file);
  }
}

const BYTES_PER_SECOND = 1_000_000;

/** Returns the recorded seconds, else a fraction of a second by the size of the file. */
export async function weightOf(path: string): Promise<number> {
  return secondsOf[relative(rootDir, path)] ?? (await stat(path)).size / BYTES_PER_SECOND;
}
