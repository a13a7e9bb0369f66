/** Parts of the contract without schemas: loading them costs nothing, loading the schemas 0.25 s of processor time. */

export * from './imports/importEncodings.ts';
export * from './layers/fieldName.ts';
export * from './limits.ts';
export { nameIn } from './nameIn.ts';
export * from './reports/fieldColumns.ts';
