import { testMatrix } from './testMatrix.ts';

testMatrix('embedded');
