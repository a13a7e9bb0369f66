import * as calls from '@pgis/contract';
import { makeZip } from '../companies/makeZip.ts';
import { formHeaders, toForm } from '../files/multipart.ts';
import { type ActorName, roleOf } from './actors.ts';
import { administersRoads, byHighestRole, type RightsCase } from './companyCases.ts';
import { type Answer, permissionOf, toAnswer } from './expectAnswer.ts';

/** Image archives are for the module Admin; those of another company do not exist. */
const archiveCases: readonly RightsCase[] = [
  {
    call: calls.importZip,
    ownership: 'own company',
    input: ({ name }) => ({
      body: toForm([
        {
          field: 'file',
          fileName: `${name()}.zip`,
          bytes: makeZip([{ name: 'a.txt', content: 'a' }]),
        },
      ]),
      headers: formHeaders,
    }),
    expected: byHighestRole(calls.importZip),
  },
  ...(['own', 'absent'] as const).flatMap((ownership) =>
    [calls.downloadProfileFile, calls.deleteProfileFile].map(
      (call): RightsCase => ({
        call,
        ownership: `archive, ${ownership}`,
        input: async ({ filesAndLog }) => {
          const name = ownership === 'own' ? await filesAndLog.archive() : 'absent.zip';
          return call.method === 'POST' ? { body: { name } } : { query: `?name=${name}` };
        },
        expected: (actor) => {
          const answer = byHighestRole(call)(actor);
          return answer === 'allowed' && (ownership === 'absent' || actor === 'foreignAdmin') ? 404 : answer;
        },
      }),
    ),
  ),
];

/** A user who lost the right to the report may still see and delete the export, but not download the file. */
function expectForExport(call: calls.Call, ownership: string, actor: ActorName): Answer {
  if (ownership !== 'own') return 404;
  if (call !== calls.downloadReportExport) return 'allowed';
  const owner = actor === 'foreignAdmin' ? 'foreign' : 'roads';
  return toAnswer(permissionOf('seeLayerReport', actor, roleOf(actor, owner)));
}

const exportCases: readonly RightsCase[] = [
  calls.getReportExport,
  calls.downloadReportExport,
  calls.deleteReportExport,
].flatMap((call) =>
  (['own', 'of another', 'absent'] as const).map(
    (ownership): RightsCase => ({
      call,
      ownership: `export, ${ownership}`,
      input: async ({ filesAndLog, userIds, member, layers, absent }, actor) => {
        const userId = ownership === 'own' ? (userIds[actor] ?? member) : member;
        const classId = layers[actor === 'foreignAdmin' && ownership === 'own' ? 'foreign' : 'listed'];
        return {
          params: { id: ownership === 'absent' ? absent : await filesAndLog.exportOf({ userId, classId }) },
        };
      },
      expected: (actor) => expectForExport(call, ownership, actor),
    }),
  ),
);

/** A log row about the unit is for its administrators; all others get 403 first. */
const logCases: readonly RightsCase[] = (['own', 'foreign', 'absent'] as const).map((ownership) => ({
  call: calls.getLogRow,
  ownership: `row of the unit, ${ownership}`,
  input: ({ filesAndLog, absent }) => ({
    params: { rowId: ownership === 'absent' ? absent : filesAndLog.logRowIds[ownership] },
  }),
  expected: (actor) => {
    const answer = byHighestRole(calls.getLogRow)(actor);
    if (answer !== 'allowed') return answer;
    const isVisible =
      ownership === 'own' ? administersRoads(actor) : ownership === 'foreign' && actor === 'foreignAdmin';
    return isVisible ? 'allowed' : 404;
  },
}));

export const fileAndLogCases: readonly RightsCase[] = [...archiveCases, ...exportCases, ...logCases];
