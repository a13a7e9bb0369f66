import * as contract from '@pgis/contract';
import { type Call, callPath } from '@pgis/contract';
import { calls } from '@pgis/contract/calls';
import { describeOnEachDatabase, startTestApp, type TestAnswer, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress } from '../objects/ObjectWorld.ts';
import type { Ask } from './Ask.ts';
import { type Answer, expectOfAbsent, expectOfObject, turnedAway } from './expectAnswer.ts';
import { keptCases } from './keptCases.ts';
import { layerCases } from './layerCases.ts';
import { objectCases } from './objectCases.ts';
import { Objects, ownerships } from './objects.ts';
import { otherCases } from './otherCases.ts';
import { makeOtherThings, type OtherThings } from './otherThings.ts';
import { type Crowd, gatherCrowd, people, type Who } from './people.ts';
import { reportCases } from './reportCases.ts';

const others = [...otherCases, ...layerCases, ...keptCases, ...reportCases];
const known = new Set<Call>([...objectCases, ...others].map(({ call }) => call));
const TIMEOUT_MS = 120_000;

describeOnEachDatabase('the matrix of rights', (getDatabase) => {
  let t: TestApp;
  let crowd: Crowd;
  let objects: Objects;
  let things: OtherThings;
  let cells = 0;
  /** The different answers 404 of each call to each asker, headers and all. */
  const absences = new Map<string, Set<string>>();
  beforeAll(async () => {
    t = await startTestApp(getDatabase(), { env: { TRUST_PROXY: 'true' } });
    crowd = await gatherCrowd(getDatabase(), t);
    objects = await Objects.make(getDatabase(), t, crowd);
    things = await makeOtherThings(getDatabase(), t, crowd, objects.picture);
  }, TIMEOUT_MS);
  afterAll(async () => {
    console.log(`the matrix of rights: ${cells} (route, actor, ownership) cells of ${calls.length} routes`);
    await t[Symbol.asyncDispose]();
  });

  async function send(call: Call, who: Who, { params, query = '', body, headers }: Ask): Promise<number> {
    const {
      status,
      headers: answered,
      text,
    } = await t.call({
      method: call.method,
      url: callPath(call, params) + query,
      headers: { ...newAddress(), ...crowd.headers[who], ...headers },
      ...(body && { payload: body }),
    });
    cells += 1;
    if (status === 404) noteAbsence(call, who, answered, text);
    return status;
  }

  /** Headers and body, without what differs between any two requests. */
  function noteAbsence(call: Call, who: Who, headers: TestAnswer<unknown>['headers'], text: string): void {
    const told = Object.entries(headers).filter(
      ([name]) => !/^(date|x-request-id|x-ratelimit-.*)$/.test(name),
    );
    const bytes = JSON.stringify([Object.fromEntries(told), text])
      .replace(/requestId\\":\\"[^\\]+/, 'requestId')
      .replace(/pgis_visitor=[^;]+/, 'pgis_visitor');
    const key = `${who} of ${call.name}`;
    absences.set(key, (absences.get(key) ?? new Set()).add(bytes));
  }

  /** D-PERM-06: to nobody what he may not see answers otherwise than what is not there. */
  const expectOneAbsence = (call: Call) => {
    for (const who of people)
      expect(
        [...(absences.get(`${who} of ${call.name}`) ?? [])].slice(1),
        `two kinds of 404 for ${who}`,
      ).toEqual([]);
  };

  /** Says what the answer was worth, so that a cell that differs names itself. */
  function judge(call: Call, status: number, also: readonly number[] = []): Answer | number {
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

  for (const { call, params, body, headers, isOnce = false, conflict } of objectCases)
    test(
      `D-PERM D-PERM-02 D-PERM-03 D-PERM-06: ${call.name} of every kind of object by everybody`,
      async () => {
        const [found, wanted]: [string[], string[]] = [[], []];
        for (const [ownership, object] of Object.entries(ownerships))
          for (const who of people) {
            if (!objects.canBe(who, object)) continue;
            const expected =
              object === 'absent' ? expectOfAbsent(call, who) : expectOfObject(call, who, object);
            // One that is there to be taken back has to be deleted first.
            const state =
              call === contract.restoreGeom && object !== 'absent' ? { ...object, isDeleted: true } : object;
            const thing = await objects.get(who, state, { fresh: isOnce && expected === 'allowed', call });
            const status = await send(call, who, {
              params: params(thing),
              ...(body && { body: body(thing, objects.picture) }),
              ...(headers && { headers }),
            });
            const other = object === 'absent' ? undefined : conflict?.(object);
            const answer = judge(call, status, other === undefined ? [] : [other]);
            found.push(`${who}, ${ownership}: ${answer}`);
            wanted.push(`${who}, ${ownership}: ${expected}`);
          }
        expect(found).toEqual(wanted);
        expectOneAbsence(call);
      },
      TIMEOUT_MS,
    );

  for (const call of new Set(others.map((one) => one.call)))
    test(
      `D-PERM D-PERM-01 D-PERM-06: ${call.name} by everybody`,
      async () => {
        const [found, wanted]: [string[], string[]] = [[], []];
        for (const { ownership, ask, expected, alsoAllowed } of others.filter((one) => one.call === call))
          for (const who of people) {
            const status = await send(call, who, await ask(things, who));
            found.push(`${who}, ${ownership}: ${judge(call, status, alsoAllowed)}`);
            wanted.push(`${who}, ${ownership}: ${turnedAway(call, who) ?? expected(who)}`);
          }
        expect(found).toEqual(wanted);
        expectOneAbsence(call);
      },
      TIMEOUT_MS,
    );
});
