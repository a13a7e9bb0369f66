import { expect, test } from 'vitest';
import { toFileName } from './saveFile.ts';

test.each([
  ['Ķekava 5.csv', 'Ķekava 5.csv'],
  ['../../etc/passwd.csv', '.._.._etc_passwd.csv'],
  ['C:\\a|b?*<x>".csv', 'C__a_b___x__.csv'],
  ['a\r\nb\u202ecsv.exe', 'a__b_csv.exe'],
  ['=1+1.csv', '=1+1.csv'],
])('a file cannot be called %j', (name, fileName) => {
  expect(toFileName(name)).toBe(fileName);
});
