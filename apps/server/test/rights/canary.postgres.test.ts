import { testCanary } from './canary/testCanary.ts';

testCanary('postgres');
