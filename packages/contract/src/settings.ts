import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';

/** Settings that the client needs before its first request; none is secret. */
export const ClientSettings = Type.Object({
  version: Type.String(),
  /** Hash route without language prefix, such as `dashboard` (ROUT-03, D-SESS-09). */
  defaultRoute: Type.String(),
  /** Name beside the brand; empty when several companies share the server. */
  companyName: Type.String(),
  defaultCenterLonLat: Type.Tuple([Type.Number(), Type.Number()]),
  defaultZoom: Type.Number(),
  enableServerRendering: Type.Boolean(),
  vectorLimit: Type.Integer(),
  /** D-OBJ-10: 11 digits in the search box find parcels. */
  cadastreSearch: Type.Boolean(),
  /** The server runs on demo data: the sign-in page names the demo users. */
  demo: Type.Boolean(),
});
export type ClientSettings = Static<typeof ClientSettings>;

export const getSettings = defineCall({
  name: 'getSettings',
  method: 'GET',
  path: '/api/v1/settings',
  summary: 'Settings of the client',
  tag: 'settings',
  policy: { audience: 'ignoresSession' },
  reply: { status: 200, schema: ClientSettings },
});
