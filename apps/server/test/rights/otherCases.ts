import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import type { Ask } from './Ask.ts';
import { type Answer, reachOf, toAnswer } from './expectAnswer.ts';
import type { OtherThings } from './otherThings.ts';
import { highestOf, isOfOwnCompany, standingOf, type Who } from './people.ts';

/** A call about anything but one object, with one relation of the asker to it. */
export interface OtherCase {
  readonly call: Call;
  readonly ownership: string;
  readonly ask: (things: OtherThings, who: Who) => Ask | Promise<Ask>;
  /** For who comes in at all. */
  readonly expected: (who: Who) => Answer;
  /** Further answers of who has the right: the thing is in no state for the success. */
  readonly alsoAllowed?: readonly number[];
}

const everybody = (): Answer => 'allowed';

/** What has no owner: the answer depends on who asks at most. */
const general: readonly OtherCase[] = [
  ...(
    [
      [calls.createToken, { body: { email: 'a@b.example', password: 'wrong' } }, [400]],
      [calls.disposeToken, { body: { accessToken: 'none' } }, []],
      [calls.exchangeRefreshToken, { body: { accessToken: 'none', refreshToken: 'none' } }, [400]],
      [calls.requestRefreshToken, { body: { accessToken: 'none' } }, [400]],
      [calls.resendPassword, { body: { email: 'a@b.example' } }, []],
      [
        calls.setPasswordByLink,
        { params: { token: 'x'.repeat(43) }, body: { newPassword: 'a good new password' } },
        [400],
      ],
      [calls.getSettings, {}, []],
      [calls.openReport, { body: { token: '1.x' } }, [400]],
      ...[calls.getSubscription, calls.unsubscribe, calls.subscribeAgain].map(
        (call: Call) => [call, { params: { token: '1.x' } }, [400]] as const,
      ),
      [calls.getBaseMapTile, { params: { scheme: 'light', z: 3, x: 4, file: '2.png' } }, []],
      [calls.listHelpFiles, {}, []],
      [calls.getHelpFile, { params: { fileName: 'none.html' } }, [404]],
      [calls.listMapLayers, {}, []],
      [calls.listClassifiers, {}, []],
      [calls.listChildClassifiers, { params: { baseId: 1 } }, []],
      [calls.listClassifiersWithChildren, { params: { baseId: 1 } }, []],
      [calls.listClassifiersForAdmin, { params: { baseId: 1 } }, []],
      [calls.listLayers, {}, []],
      [calls.listWaitingGeoms, {}, []],
      [calls.listReportExports, {}, []],
      [calls.searchPlaces, { query: '?q=riga&lon=24&lat=57' }, []],
    ] as const
  ).map(
    ([call, ask, alsoAllowed]): OtherCase => ({
      call,
      ownership: 'nothing',
      ask: () => ask,
      expected: everybody,
      alsoAllowed,
    }),
  ),
  // They answer everybody, with what each may see of these layers: the canary test looks into the answers.
  ...[calls.loadPoints, calls.loadLines, calls.loadPolygons, calls.listFeatures].map(
    (call: Call): OtherCase => ({
      call,
      ownership: 'layers of all kinds',
      ask: ({ layers }) => ({
        body: { minx: -1e6, miny: -1e6, maxx: 1e6, maxy: 1e6, zoom: 10, classifiers: Object.values(layers) },
      }),
      expected: everybody,
    }),
  ),
  {
    call: calls.findNearestGeom,
    ownership: 'layers of all kinds',
    ask: ({ layers }) => ({ body: { x: 0, y: 0, zoom: 10, classifiers: Object.values(layers) } }),
    expected: everybody,
  },
];

/** Who administers at all reads these lists; each sees his part of them. */
export const byHighest =
  (call: Call) =>
  (who: Who): Answer =>
    toAnswer(call.policy.right === undefined ? 'yes' : reachOf(call.policy.right, who, highestOf(who)), {
      isOwn: true,
    });

const administration: readonly OtherCase[] = (
  [
    [calls.listUsers, () => undefined],
    [calls.listGroups, () => undefined],
    [calls.listUnits, () => undefined],
    [calls.listLog, () => undefined],
    [calls.getReportDashboard, () => undefined],
    [calls.exportLogCsv, () => undefined],
    [
      calls.addUser,
      ({ name, groupOf }, who) => ({
        email: `${name()}@new.example`,
        firstName: 'A',
        lastName: 'B',
        groupIds: [groupOf(who)],
      }),
    ],
    [
      calls.addGroup,
      ({ name, unitOf }, who) => ({ name: name(), grants: [{ unitId: unitOf(who), level: 'Read' }] }),
    ],
    [calls.addUnit, ({ name, unitOf }, who) => ({ name: name(), parentId: unitOf(who) })],
    [calls.addMapLayer, ({ mapLayerBody }) => mapLayerBody],
  ] satisfies readonly (readonly [Call, (things: OtherThings, who: Who) => object | undefined])[]
).map(
  ([call, body]): OtherCase => ({
    call,
    ownership: 'his company',
    ask: (things, who) => {
      const sent = body(things, who);
      return sent === undefined ? {} : { body: sent };
    },
    expected: byHighest(call),
  }),
);

const companyCases: readonly OtherCase[] = [
  calls.getCompany,
  calls.loadLogo,
  calls.listCompanyMapLayers,
  calls.updateCompany,
  calls.deleteLogo,
  calls.listCompanyZips,
].flatMap((call: Call): OtherCase[] =>
  (['own', 'foreign', 'absent'] as const).map((ownership) => ({
    call,
    ownership: `company, ${ownership}`,
    ask: ({ companyIds, companyBody }) => {
      const id = companyIds[ownership];
      return {
        params: { companyId: id, userCompanyId: id },
        ...(call === calls.updateCompany && { body: companyBody }),
      };
    },
    expected: (who) => {
      if (ownership === 'absent' || isOfOwnCompany(who) !== (ownership === 'own')) return 404;
      // Overlays are for whoever is in the company, in a unit of it or not (D-PERM-03).
      if (call === calls.listCompanyMapLayers) return 'allowed';
      return byHighest(call)(who);
    },
  })),
);

const logoCase: OtherCase = {
  call: calls.importLogo,
  ownership: 'his company',
  ask: ({ logoForm }) => logoForm,
  expected: byHighest(calls.importLogo),
};

/** Who sees a member of a group of the unit `roads` among the users. */
export const caresFor = (who: Who): boolean =>
  standingOf(who, 'roads') === 'moduleAdmin' || standingOf(who, 'roads') === 'Admin';

const toUser: Readonly<Record<string, (things: OtherThings, who: Who) => number>> = {
  himself: ({ userIds, member }, who) => userIds[who] ?? member,
  'a member of the unit': ({ member }) => member,
  'a foreign user': ({ foreignMember }) => foreignMember,
  absent: ({ absent }) => absent,
};

function expectOfUser(call: Call, ownership: string, who: Who): Answer {
  if (ownership === 'himself') return 'allowed';
  const seen =
    (ownership === 'a member of the unit' && caresFor(who)) ||
    (ownership === 'a foreign user' && who === 'foreignAdmin');
  if (!seen) return 404;
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

const userCases: readonly OtherCase[] = [
  calls.getUser,
  calls.getEffectivePermissions,
  calls.listUserSessions,
  calls.endUserSessions,
  calls.editUser,
  calls.getPreferences,
  calls.putPreferences,
  calls.changePassword,
].flatMap((call: Call) =>
  Object.entries(toUser).map(([ownership, id]): OtherCase => {
    const body = userBodies.get(call);
    return {
      call,
      ownership,
      ask: (things, who) => ({ params: { userId: id(things, who) }, ...(body && { body }) }),
      expected: (who) => expectOfUser(call, ownership, who),
      // He is himself, and has not named his old password.
      ...(call === calls.changePassword && { alsoAllowed: [400] }),
    };
  }),
);

/** Who manages nothing is told so before he learns whether it exists. */
const managedCases: readonly OtherCase[] = [
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
    (ownership): OtherCase => ({
      call,
      ownership,
      ask: (things) => things.managed(call, ownership),
      expected: (who) => {
        const answer = byHighest(call)(who);
        if (answer !== 'allowed' || ownership === 'absent') return answer === 'allowed' ? 404 : answer;
        if (ownership === 'foreign') return who === 'foreignAdmin' ? 'allowed' : 404;
        return caresFor(who) ? 'allowed' : 404;
      },
      ...(call === calls.inviteAgain && { alsoAllowed: [409] }),
    }),
  ),
);

export const otherCases: readonly OtherCase[] = [
  ...general,
  ...administration,
  ...companyCases,
  logoCase,
  ...userCases,
  ...managedCases,
];
