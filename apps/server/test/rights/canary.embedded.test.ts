import { testCanary } from './canary/testCanary.ts';

testCanary('embedded');
