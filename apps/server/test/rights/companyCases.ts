import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { type ActorName, highestRoleOf, isOfOwnCompany, roleOf } from './actors.ts';
import type { CallInput } from './CallInput.ts';
import { type Answer, permissionOf, toAnswer } from './expectAnswer.ts';
import { groupKinds, type RightsFixtures } from './rightsFixtures.ts';

/** Case of a call that is not about one object, with one relation of the actor to what it is about. */
export interface RightsCase {
  readonly call: Call;
  readonly ownership: string;
  readonly input: (fixtures: RightsFixtures, actor: ActorName) => CallInput | Promise<CallInput>;
  /** Expected answer for actors whom the policy admits. */
  readonly expected: (actor: ActorName) => Answer;
  /** Other statuses that count as allowed, because the fixture is in no state for a success. */
  readonly alsoAllowed?: readonly number[];
}

const everybody = (): Answer => 'allowed';

/** Calls about nothing that has an owner; the answer depends on the actor at most. */
const casesWithoutOwner: readonly RightsCase[] = [
  ...(
    [
      [calls.createToken, { body: { email: 'a@b.example', password: 'wrong' } }, [400]],
      [calls.disposeToken, { body: { accessToken: 'none' } }, []],
      [calls.exchangeRefreshToken, { body: { accessToken: 'none', refreshToken: 'none' } }, [400]],
      [calls.requestRefreshToken, { body: { accessToken: 'none' } }, [400]],
      [calls.resendPassword, { body: { email: 'a@b.example' } }, []],
      [calls.getPasswordLink, { params: { token: 'x'.repeat(43) } }, [400]],
      [
        calls.setPasswordByLink,
        { params: { token: 'x'.repeat(43) }, body: { newPassword: 'a good new password' } },
        [400],
      ],
      [calls.getSettings, {}, []],
      [calls.openReport, { body: { token: '1.x' } }, [400]],
      [calls.openShortLink, { body: { code: 'none' } }, [404]],
      [calls.listShortLinks, {}, []],
      [calls.addShortLink, { body: { address: 'map=11/57/24' } }, []],
      [calls.changeShortLink, { params: { linkId: 1 }, body: { address: 'map=11/57/24' } }, [404]],
      [calls.turnOffShortLink, { params: { linkId: 1 } }, [404]],
      ...[calls.getSubscription, calls.unsubscribe, calls.subscribeAgain].map(
        (call: Call) => [call, { params: { token: '1.x' } }, [400]] as const,
      ),
      [calls.getBaseMapTile, { params: { scheme: 'light', z: 3, x: 4, file: '2.png' } }, []],
      [
        calls.getArchiveTile,
        { params: { id: 999_999, scheme: 'light', size: 256, z: 3, x: 4, file: '2.png' }, query: '?lang=en' },
        [404],
      ],
      [calls.getArchiveImage, { params: { id: 999_999, z: 3, x: 4, y: 2 } }, [404]],
      [calls.listHelpFiles, {}, []],
      [calls.getHelpFile, { params: { fileName: 'none.html' } }, [404]],
      [calls.listMapLayers, {}, []],
      [calls.listClassifiers, {}, []],
      [calls.listChildClassifiers, { params: { baseId: 1 } }, []],
      [calls.listClassifiersWithChildren, { params: { baseId: 1 } }, []],
      [calls.listClassifiersForAdmin, { params: { baseId: 1 } }, []],
      [calls.listLayers, {}, []],
      [calls.listWaitingGeoms, {}, []],
      [calls.listCases, {}, []],
      [calls.listOverdueCases, {}, []],
      [calls.getCaseReport, {}, []],
      [calls.listReportSchedules, {}, []],
      [calls.deleteReportSchedule, { params: { scheduleId: 1 } }, [404]],
      [calls.exportCaseReport, {}, []],
      [calls.listNotices, {}, []],
      [calls.countNotices, {}, []],
      [calls.readNotices, { body: { ids: [1] } }, []],
      [calls.setNoticeMail, { body: { mail: 'never' } }, []],
      // What may be followed is tested in notices/follows.test.ts.
      [calls.listFollows, {}, []],
      [calls.followObject, { body: { objectId: 1, mail: 'never' } }, [404]],
      [calls.followLayers, { body: { classIds: [1], name: '', events: ['added'], mail: 'never' } }, [400]],
      [
        calls.followAsVisitor,
        { body: { email: 'a@b.example', objectId: 1, events: ['reply'], mail: 'daily' } },
        [404],
      ],
      [calls.changeFollow, { params: { id: 1 }, body: {} }, [404]],
      [calls.stopFollowing, { params: { id: 1 } }, [404]],
      [calls.listReportExports, {}, []],
      [calls.findNearestPlace, { query: '?lon=24&lat=57' }, []],
      [calls.searchPlaces, { query: '?q=riga&lon=24&lat=57' }, []],
    ] as const
  ).map(
    ([call, input, alsoAllowed]): RightsCase => ({
      call,
      ownership: 'nothing',
      input: () => input,
      expected: everybody,
      alsoAllowed,
    }),
  ),
  // These calls answer every actor with the visible objects; the canary test checks the content of the answers.
  ...[calls.loadPoints, calls.loadLines, calls.loadPolygons, calls.listFeatures].map(
    (call: Call): RightsCase => ({
      call,
      ownership: 'layers of all kinds',
      input: ({ layers }) => ({
        body: { minx: -1e6, miny: -1e6, maxx: 1e6, maxy: 1e6, zoom: 10, classifiers: Object.values(layers) },
      }),
      expected: everybody,
    }),
  ),
  {
    call: calls.findNearestGeom,
    ownership: 'layers of all kinds',
    input: ({ layers }) => ({ body: { x: 0, y: 0, zoom: 10, classifiers: Object.values(layers) } }),
    expected: everybody,
  },
];

/** Lists that every administrator reads, each their own part. */
export const byHighestRole =
  (call: Call) =>
  (actor: ActorName): Answer =>
    toAnswer(
      call.policy.right === undefined ? 'yes' : permissionOf(call.policy.right, actor, highestRoleOf(actor)),
      {
        isOwn: true,
      },
    );

const administration: readonly RightsCase[] = (
  [
    [calls.listUsers, () => undefined],
    [calls.listGroups, () => undefined],
    [calls.listUnits, () => undefined],
    [calls.listLog, () => undefined],
    [calls.getReportDashboard, () => undefined],
    [calls.addReportSchedule, () => ({ reportId: null, days: [1], hour: 8 })],
    [calls.exportLogCsv, () => undefined],
    [
      calls.addUser,
      ({ name, groupOf }, actor) => ({
        email: `${name()}@new.example`,
        firstName: 'A',
        lastName: 'B',
        groupIds: [groupOf(actor)],
      }),
    ],
    [
      calls.addGroup,
      ({ name, unitOf }, actor) => ({ name: name(), grants: [{ unitId: unitOf(actor), level: 'Read' }] }),
    ],
    [calls.addUnit, ({ name, unitOf }, actor) => ({ name: name(), parentId: unitOf(actor) })],
    [calls.addMapLayer, ({ mapLayerBody }) => mapLayerBody],
    [calls.listMapArchives, () => undefined],
    [calls.listRoutingRules, () => undefined],
    [calls.listReplyTemplates, () => undefined],
    [
      calls.addReplyTemplate,
      ({ name }) => ({ name: name(), layerIds: [], statusId: null, texts: { en: 'Thank you' } }),
    ],
    [calls.tryRoutingRules, () => ({ rules: [] })],
  ] satisfies readonly (readonly [Call, (fixtures: RightsFixtures, actor: ActorName) => object | undefined])[]
).map(
  ([call, body]): RightsCase => ({
    call,
    ownership: 'own company',
    input: (fixtures, actor) => {
      const sent = body(fixtures, actor);
      return sent === undefined ? {} : { body: sent };
    },
    expected: byHighestRole(call),
  }),
);

/** The folder of archives is empty, which only those who may add one are told. */
const archiveCase: RightsCase = {
  call: calls.addMapArchive,
  ownership: 'own company',
  input: () => ({ body: { file: 'none.pmtiles', name: 'Map' } }),
  expected: byHighestRole(calls.addMapArchive),
  alsoAllowed: [400],
};

const ownCompanyCases: readonly RightsCase[] = [
  calls.getCompany,
  calls.loadLogo,
  calls.listCompanyMapLayers,
  calls.updateCompany,
  calls.deleteLogo,
  calls.listCompanyZips,
].flatMap((call: Call): RightsCase[] =>
  (['own', 'foreign', 'absent'] as const).map((ownership) => ({
    call,
    ownership: `company, ${ownership}`,
    input: ({ companyIds, companyBody }) => {
      const id = companyIds[ownership];
      return {
        params: { companyId: id, userCompanyId: id },
        ...(call === calls.updateCompany && { body: companyBody }),
      };
    },
    expected: (actor) => {
      if (ownership === 'absent' || isOfOwnCompany(actor) !== (ownership === 'own')) return 404;
      // Overlays are for all users of the company, with a unit or without (D-PERM-03).
      if (call === calls.listCompanyMapLayers) return 'allowed';
      return byHighestRole(call)(actor);
    },
  })),
);

/** The list is empty in both cases; a later version was saved by an actor before. */
const routingCases: readonly RightsCase[] = [
  {
    call: calls.saveRoutingRules,
    ownership: 'own company',
    input: () => ({ body: { rules: [], version: 0 } }),
    expected: byHighestRole(calls.saveRoutingRules),
    alsoAllowed: [409],
  },
  ...groupKinds.map(
    (kind): RightsCase => ({
      call: calls.explainRouting,
      ownership: `case, ${kind}`,
      input: ({ cases }) => ({ params: { id: cases[kind].id } }),
      expected: (actor) => {
        const answer = byHighestRole(calls.explainRouting)(actor);
        const isVisible = kind === 'absent' ? false : isOfOwnCompany(actor) === (kind === 'own');
        return answer === 'allowed' && !isVisible ? 404 : answer;
      },
    }),
  ),
];

const templateCases: readonly RightsCase[] = [calls.changeReplyTemplate, calls.deleteReplyTemplate].flatMap(
  (call: Call) =>
    groupKinds.map(
      (kind): RightsCase => ({
        call,
        ownership: `template, ${kind}`,
        input: async ({ replyTemplate, name }) => ({
          params: { templateId: await replyTemplate(kind) },
          ...(call.body && {
            body: { name: name(), layerIds: [], statusId: null, texts: { en: 'Thank you' }, version: 1 },
          }),
        }),
        expected: (actor) => {
          const answer = byHighestRole(call)(actor);
          const isVisible = kind !== 'absent' && isOfOwnCompany(actor) === (kind === 'own');
          return answer === 'allowed' && !isVisible ? 404 : answer;
        },
      }),
    ),
);

const logoCase: RightsCase = {
  call: calls.importLogo,
  ownership: 'own company',
  input: ({ logoForm }) => logoForm,
  expected: byHighestRole(calls.importLogo),
};

/** Returns true for actors who see the members of groups of the unit `roads`. */
export const administersRoads = (actor: ActorName): boolean =>
  roleOf(actor, 'roads') === 'moduleAdmin' || roleOf(actor, 'roads') === 'Admin';

const userIdOf: Readonly<Record<string, (fixtures: RightsFixtures, actor: ActorName) => number>> = {
  self: ({ userIds, member }, actor) => userIds[actor] ?? member,
  'a member of the unit': ({ member }) => member,
  'a foreign user': ({ foreignMember }) => foreignMember,
  absent: ({ absent }) => absent,
};

function expectOfUser(call: Call, ownership: string, actor: ActorName): Answer {
  if (ownership === 'self') return 'allowed';
  const isVisible =
    (ownership === 'a member of the unit' && administersRoads(actor)) ||
    (ownership === 'a foreign user' && actor === 'foreignAdmin');
  if (!isVisible) return 404;
  const isForHimself = [calls.getPreferences, calls.putPreferences, calls.changePassword].some(
    (own: Call) => own === call,
  );
  return isForHimself ? 403 : 'allowed';
}

const passwords = { oldPassword: 'not the old one', newPassword: 'a good new password' };
const userBodies = new Map<Call, object>([
  [calls.editUser, { phone: '1' }],
  [calls.putPreferences, {}],
  [calls.changePassword, passwords],
]);

const userCases: readonly RightsCase[] = [
  calls.getUser,
  calls.getEffectivePermissions,
  calls.listUserSessions,
  calls.endUserSessions,
  calls.editUser,
  calls.getPreferences,
  calls.putPreferences,
  calls.changePassword,
].flatMap((call: Call) =>
  Object.entries(userIdOf).map(([ownership, id]): RightsCase => {
    const body = userBodies.get(call);
    return {
      call,
      ownership,
      input: (fixtures, actor) => ({ params: { userId: id(fixtures, actor) }, ...(body && { body }) }),
      expected: (actor) => expectOfUser(call, ownership, actor),
      // The actor asks about the own account, but without the right old password.
      ...(call === calls.changePassword && { alsoAllowed: [400] }),
    };
  }),
);

/** A user without administration gets 403 before learning whether it exists. */
const managedCases: readonly RightsCase[] = [
  calls.setUserStatus,
  calls.inviteAgain,
  calls.deleteUser,
  calls.getGroup,
  calls.updateGroup,
  calls.deleteGroup,
  calls.updateUnit,
  calls.deleteUnit,
].flatMap((call: Call) =>
  (['in the unit', 'foreign', 'absent'] as const).map(
    (ownership): RightsCase => ({
      call,
      ownership,
      input: (fixtures) => fixtures.managed(call, ownership),
      expected: (actor) => {
        const answer = byHighestRole(call)(actor);
        if (answer !== 'allowed' || ownership === 'absent') return answer === 'allowed' ? 404 : answer;
        if (ownership === 'foreign') return actor === 'foreignAdmin' ? 'allowed' : 404;
        return administersRoads(actor) ? 'allowed' : 404;
      },
      ...(call === calls.inviteAgain && { alsoAllowed: [409] }),
    }),
  ),
);

export const companyCases: readonly RightsCase[] = [
  ...casesWithoutOwner,
  ...administration,
  ...ownCompanyCases,
  archiveCase,
  logoCase,
  ...routingCases,
  ...templateCases,
  ...userCases,
  ...managedCases,
];
