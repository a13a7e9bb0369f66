import type { CustomReport, ErrorBody } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { sql } from 'kysely';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

/** Makes a world in which the users of the named groups hold the module of custom reports. */
export async function makeReportWorld(database: Database, groups: readonly string[]): Promise<ObjectWorld> {
  const world = await makeObjectWorld(database);
  await sql`UPDATE groups SET module_custom_reports = true
    WHERE company_id = ${world.own.companyId} AND name = ANY(${groups}::text[])`.execute(database.db);
  world.t.deps.sessions.clear();
  return world;
}

/** Saves a report and returns it; throws with the answer when it is refused. */
export async function saveReport(
  { ask }: ObjectWorld,
  body: object,
  requester: Requester,
): Promise<CustomReport> {
  const { status, json, text } = await ask<CustomReport & ErrorBody>('POST', 'reports/custom', requester, {
    headers: { 'accept-language': 'en' },
    payload: body,
  });
  if (status !== 201) throw new Error(text);
  return json;
}
