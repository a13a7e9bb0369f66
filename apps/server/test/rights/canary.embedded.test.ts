import { testCanary } from './testCanary.ts';

testCanary('embedded');
