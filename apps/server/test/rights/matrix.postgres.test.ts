import { testMatrix } from './testMatrix.ts';

testMatrix('postgres');
