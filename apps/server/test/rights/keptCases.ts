import * as calls from '@pgis/contract';
import { makeZip } from '../companies/makeZip.ts';
import { formHeaders, toForm } from '../files/multipart.ts';
import { type Answer, reachOf, toAnswer } from './expectAnswer.ts';
import { byHighest, caresFor, type OtherCase } from './otherCases.ts';
import { standingOf, type Who } from './people.ts';

/** Image archives are the module Admin's, and those of another company are not there. */
const archiveCases: readonly OtherCase[] = [
  {
    call: calls.importZip,
    ownership: 'his company',
    ask: ({ name }) => ({
      body: toForm([
        {
          field: 'file',
          fileName: `${name()}.zip`,
          bytes: makeZip([{ name: 'a.txt', content: 'a' }]),
        },
      ]),
      headers: formHeaders,
    }),
    expected: byHighest(calls.importZip),
  },
  ...(['own', 'absent'] as const).flatMap((ownership) =>
    [calls.downloadProfileFile, calls.deleteProfileFile].map(
      (call): OtherCase => ({
        call,
        ownership: `archive, ${ownership}`,
        ask: async ({ kept }) => {
          const name = ownership === 'own' ? await kept.archive() : 'absent.zip';
          return call.method === 'POST' ? { body: { name } } : { query: `?name=${name}` };
        },
        expected: (who) => {
          const answer = byHighest(call)(who);
          return answer === 'allowed' && (ownership === 'absent' || who === 'foreignAdmin') ? 404 : answer;
        },
      }),
    ),
  ),
];

/** Whoever lost the right to the report may still see and delete his export, and not take the file. */
function expectOfExport(call: calls.Call, ownership: string, who: Who): Answer {
  if (ownership !== 'his own') return 404;
  if (call !== calls.downloadReportExport) return 'allowed';
  const place = who === 'foreignAdmin' ? 'foreign' : 'roads';
  return toAnswer(reachOf('seeLayerReport', who, standingOf(who, place)));
}

const exportCases: readonly OtherCase[] = [
  calls.getReportExport,
  calls.downloadReportExport,
  calls.deleteReportExport,
].flatMap((call) =>
  (['his own', 'of another', 'absent'] as const).map(
    (ownership): OtherCase => ({
      call,
      ownership: `export, ${ownership}`,
      ask: async ({ kept, userIds, member, layers, absent }, who) => {
        const userId = ownership === 'his own' ? (userIds[who] ?? member) : member;
        const classId = layers[who === 'foreignAdmin' && ownership === 'his own' ? 'foreign' : 'listed'];
        return { params: { id: ownership === 'absent' ? absent : await kept.exportOf({ userId, classId }) } };
      },
      expected: (who) => expectOfExport(call, ownership, who),
    }),
  ),
);

/** A row about the unit: for who administers it; the others learn first that they read no log. */
const logCases: readonly OtherCase[] = (['own', 'foreign', 'absent'] as const).map((ownership) => ({
  call: calls.getLogRow,
  ownership: `row of the unit, ${ownership}`,
  ask: ({ kept, absent }) => ({
    params: { rowId: ownership === 'absent' ? absent : kept.logRowIds[ownership] },
  }),
  expected: (who) => {
    const answer = byHighest(calls.getLogRow)(who);
    if (answer !== 'allowed') return answer;
    const isSeen = ownership === 'own' ? caresFor(who) : ownership === 'foreign' && who === 'foreignAdmin';
    return isSeen ? 'allowed' : 404;
  },
}));

export const keptCases: readonly OtherCase[] = [...archiveCases, ...exportCases, ...logCases];
