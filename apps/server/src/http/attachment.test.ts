import { expect, test } from 'vitest';
import { attachment } from './attachment.ts';

test.each([
  ['Ozols.csv', 'attachment; filename="Ozols.csv"; filename*=UTF-8\'\'Ozols.csv'],
  ['Ķekava 5.csv', 'attachment; filename="_ekava 5.csv"; filename*=UTF-8\'\'%C4%B6ekava%205.csv'],
  ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"; filename*=UTF-8\'\'.._.._etc_passwd'],
  ['a"; x="b\r\nSet-Cookie: c', expect.stringMatching(/^attachment; filename="a_; x=_b__Set-Cookie_ c"; /)],
  ["it's (100%)!", expect.stringContaining("filename*=UTF-8''it%27s%20%28100%25%29%21")],
  ['half \ud83d a pair', expect.stringContaining('half%20%EF%BF%BD%20a%20pair')],
  [`${'ā'.repeat(300)}.csv`, expect.stringMatching(/^attachment; filename="_{251}\.csv"; /)],
  ['cod\u202efdp.exe', expect.stringContaining('cod_fdp.exe')],
])('the name %j', (name, header) => {
  expect(attachment(name)).toEqual(header);
});
