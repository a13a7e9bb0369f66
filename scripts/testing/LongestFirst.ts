import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { rootDir } from '../runCommand.ts';

/** Slow files with their seconds on a busy machine; a file that is not listed takes less than 18. */
const secondsOf: Readonly<Record<string, number>> = {
  'apps/server/src/backup/backup.test.ts': 210,
  'apps/server/test/main.test.ts': 181,
  'apps/server/src/db/embedded/openEmbedded.test.ts': 139,
  'apps/server/test/import/importFile.test.ts': 117,
  'apps/server/test/rights/matrix.embedded.test.ts': 107,
  'apps/server/test/images/overviews.test.ts': 104,
  'apps/server/test/objects/hostileInput.test.ts': 88,
  'apps/server/test/layers/styleFuzz.test.ts': 86,
  'apps/server/test/rights/matrix.postgres.test.ts': 82,
  'apps/server/test/session/timing.test.ts': 68,
  'apps/server/test/images/overviewImages.test.ts': 66,
  'apps/server/test/companies/archives.test.ts': 62,
  'apps/server/test/images/tiles.test.ts': 51,
  'apps/server/test/layers/hostileClassifiers.test.ts': 46,
  'apps/server/test/reports/exports.test.ts': 43,
  'apps/server/test/rights/canary.postgres.test.ts': 43,
  'apps/server/test/cli/export.test.ts': 42,
  'apps/server/test/mails/mailQueue.test.ts': 39,
  'apps/server/src/cli/backup.test.ts': 38,
  'apps/server/src/db/migrate.test.ts': 38,
  'apps/server/test/session/signIn.test.ts': 36,
  'apps/server/test/reports/customReports.test.ts': 34,
  'apps/server/test/review/review.test.ts': 34,
  'apps/server/src/db/inTransaction.test.ts': 31,
  'apps/server/test/rights/canary.embedded.test.ts': 30,
  'apps/server/test/session/refresh.test.ts': 26,
  'apps/server/test/log/chain.test.ts': 25,
  'apps/server/test/mails/reporterMails.test.ts': 24,
  'apps/server/test/comments/comments.test.ts': 23,
  'apps/server/src/db/embedded/engine/EngineServer.test.ts': 22,
  'apps/server/test/http/policy.test.ts': 21,
  'apps/server/test/files/uploads.test.ts': 21,
  'apps/server/test/files/images.test.ts': 21,
  'apps/server/test/objects/displayGeometry.test.ts': 20,
  'apps/server/test/images/gdal.test.ts': 20,
  'apps/server/test/users/passwords.test.ts': 20,
  'apps/server/src/features/base-map/draw/createTileDrawer.test.ts': 20,
  'apps/server/test/files/fileRights.test.ts': 19,
  'apps/server/test/reports/exportJobs.test.ts': 19,
  'apps/server/test/objects/bulkEdit.test.ts': 19,
  'apps/server/src/db/streamQuery.test.ts': 19,
  'apps/web/src/features/object-info/review.test.tsx': 45,
  'apps/web/src/app/routing.test.tsx': 33,
  'apps/web/src/features/layer-editor/fields/FieldsAndFilter.test.tsx': 27,
  'apps/web/src/app/shell/layout.test.tsx': 24,
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
