import { testCanary } from './testCanary.ts';

testCanary('postgres');
