import { configure } from '@testing-library/react';

// Queries of the testing library wait long enough for a slow, busy machine.
configure({ asyncUtilTimeout: 15_000 });
