import * as contract from '@pgis/contract';
import { type Call, callPath } from '@pgis/contract';
import { calls } from '@pgis/contract/calls';
import type { Database } from '@pgis/server';
import {
  describeOnDatabase,
  fuzzInputs,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestEngine,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress } from '../objects/ObjectWorld.ts';
import { type ActorName, actorNames, makeTestActors, type TestActors } from './actors.ts';
import type { CallInput } from './CallInput.ts';
import { changeCases } from './changeCases.ts';
import { companyCases } from './companyCases.ts';
import { type Answer, expectForAbsent, expectForObject, refusedByPolicy } from './expectAnswer.ts';
import { fileAndLogCases } from './fileAndLogCases.ts';
import { importCases } from './importCases.ts';
import { layerCases } from './layerCases.ts';
import { ObjectFixtures, ownerships } from './ObjectFixtures.ts';
import { type ObjectCase, objectCases } from './objectCases.ts';
import { reportCases } from './reportCases.ts';
import { makeRightsFixtures, type RightsFixtures } from './rightsFixtures.ts';
import { workCases } from './workCases.ts';

const companyAndLayerCases = [
  ...companyCases,
  ...layerCases,
  ...fileAndLogCases,
  ...importCases,
  ...changeCases,
  ...workCases,
  ...reportCases,
];
const known = new Set<Call>([...objectCases, ...companyAndLayerCases].map(({ call }) => call));
const TIMEOUT_MS = 120_000;

/** Tests routes with every kind of caller on one database: every route, or every tenth as `fuzzInputs` decides. */
export const testMatrix = (engine: TestEngine): void =>
  describeOnDatabase(engine, 'the matrix of rights', (getDatabase) => defineMatrix(engine, getDatabase));

const defineMatrix = (engine: TestEngine, getDatabase: () => Database): void => {
  let t: TestApp;
  let actors: TestActors;
  let objects: ObjectFixtures;
  let fixtures: RightsFixtures;
  let cells = 0;
  /** The different answers 404 of each call to each requester, headers and all. */
  const absences = new Map<string, Set<string>>();
  beforeAll(async () => {
    // Nobody's rights change here, and thousands of requests need not read them anew.
    const env = { TRUST_PROXY: 'true', SESSION_RIGHTS_CACHE_SECONDS: '5' };
    t = await startTestApp(getDatabase(), { env });
    actors = await makeTestActors(getDatabase(), t);
    objects = await ObjectFixtures.make(getDatabase(), t, actors);
    fixtures = await makeRightsFixtures(getDatabase(), t, actors, objects.image);
  }, TIMEOUT_MS);
  afterAll(async () => {
    console.log(`the matrix of rights: ${cells} (route, actor, ownership) cells of ${calls.length} routes`);
    await t[Symbol.asyncDispose]();
  });

  async function send(
    call: Call,
    actor: ActorName,
    { params, query = '', body, headers, isSilent }: CallInput & Pick<ObjectCase, 'isSilent'>,
  ): Promise<number> {
    const {
      status,
      headers: answerHeaders,
      text,
      json,
    } = await t.call<unknown>({
      method: call.method,
      url: callPath(call, params) + query,
      headers: { ...newAddress(), ...actors.headers[actor], ...headers },
      ...(body && { payload: body }),
    });
    cells += 1;
    if (status === 404) noteAbsence(call, actor, answerHeaders, text);
    return status === 200 && isSilent?.(json) ? 404 : status;
  }

  /** Headers and body, without what differs between any two requests. */
  function noteAbsence(
    call: Call,
    actor: ActorName,
    headers: TestAnswer<unknown>['headers'],
    text: string,
  ): void {
    const comparable = Object.entries(headers).filter(
      ([name]) => !/^(date|x-request-id|x-ratelimit-.*)$/.test(name),
    );
    const bytes = JSON.stringify([Object.fromEntries(comparable), text])
      .replace(/requestId\\":\\"[^\\]+/, 'requestId')
      .replace(/pgis_visitor=[^;]+/, 'pgis_visitor');
    const key = `${actor} of ${call.name}`;
    absences.set(key, (absences.get(key) ?? new Set()).add(bytes));
  }

  /** D-PERM-06: an object that an actor may not see answers like one that does not exist. */
  const expectOneAbsence = (call: Call) => {
    for (const actor of actorNames)
      expect(
        [...(absences.get(`${actor} of ${call.name}`) ?? [])].slice(1),
        `two kinds of 404 for ${actor}`,
      ).toEqual([]);
  };

  /** Names the outcome of an answer, so that a failing cell explains itself. */
  function toCell(call: Call, status: number, also: readonly number[] = []): Answer | number {
    return status === call.reply.status || also.includes(status) ? 'allowed' : status;
  }

  test('D-PERM-06: every route of the contract has a policy', () => {
    const without = calls.filter(({ policy }) => policy?.audience === undefined);
    expect(without.map(({ name }) => name)).toEqual([]);
    expect(calls.length).toBeGreaterThan(70);
  });

  test('D-PERM-06: every route of the contract has its own cases here', () => {
    expect(calls.filter((call) => !known.has(call)).map(({ name }) => name)).toEqual([]);
  });

  for (const { call, params, query, body, headers, isOnce = false, isSilent, conflict } of fuzzInputs(
    { kind: engine },
    objectCases,
  ))
    test(
      `D-PERM D-PERM-02 D-PERM-03 D-PERM-06: ${call.name} of every kind of object by everybody`,
      async () => {
        const [answers, expectedAnswers]: [string[], string[]] = [[], []];
        for (const [ownership, object] of Object.entries(ownerships))
          for (const actor of actorNames) {
            if (!objects.canBe(actor, object)) continue;
            const expected =
              object === 'absent' ? expectForAbsent(call, actor) : expectForObject(call, actor, object);
            // Only a deleted object can be restored.
            const state =
              call === contract.restoreGeom && object !== 'absent' ? { ...object, isDeleted: true } : object;
            const fixture = await objects.get(actor, state, {
              fresh: isOnce && expected === 'allowed',
              call,
            });
            const status = await send(call, actor, {
              params: params(fixture),
              isSilent,
              ...(query && { query: query(fixture) }),
              ...(body && { body: body(fixture, objects.image) }),
              ...(headers && { headers }),
            });
            const other = object === 'absent' ? undefined : conflict?.(object);
            const answer = toCell(call, status, other === undefined ? [] : [other]);
            answers.push(`${actor}, ${ownership}: ${answer}`);
            expectedAnswers.push(`${actor}, ${ownership}: ${expected}`);
          }
        expect(answers).toEqual(expectedAnswers);
        expectOneAbsence(call);
      },
      TIMEOUT_MS,
    );

  for (const call of fuzzInputs({ kind: engine }, [...new Set(companyAndLayerCases.map((one) => one.call))]))
    test(
      `D-PERM D-PERM-01 D-PERM-06: ${call.name} by everybody`,
      async () => {
        const [answers, expectedAnswers]: [string[], string[]] = [[], []];
        for (const { ownership, input, expected, alsoAllowed } of companyAndLayerCases.filter(
          (one) => one.call === call,
        ))
          for (const actor of actorNames) {
            const status = await send(call, actor, await input(fixtures, actor));
            answers.push(`${actor}, ${ownership}: ${toCell(call, status, alsoAllowed)}`);
            expectedAnswers.push(
              `${actor}, ${ownership}: ${refusedByPolicy(call, actor) ?? expected(actor)}`,
            );
          }
        expect(answers).toEqual(expectedAnswers);
        expectOneAbsence(call);
      },
      TIMEOUT_MS,
    );
};
