import { Type } from 'typebox';
import { defineCall } from './call.ts';

const common = { tag: 'help', policy: { audience: 'ignoresSession' } } as const;

/** API-HELP-01: in the language of the caller; in English where it has no help files (D-HELP-01). */
export const listHelpFiles = defineCall({
  ...common,
  name: 'listHelpFiles',
  method: 'GET',
  path: '/api/v1/help',
  summary: 'Names of the help files',
  reply: { status: 200, schema: Type.Array(Type.String()) },
});

/** API-HELP-02: answers names of the list and no other files. */
export const getHelpFile = defineCall({
  ...common,
  name: 'getHelpFile',
  method: 'GET',
  path: '/api/v1/help/:fileName',
  summary: 'One help file',
  params: Type.Object({ fileName: Type.String({ minLength: 1, maxLength: 255 }) }),
  reply: { status: 200, as: 'binary' },
});
