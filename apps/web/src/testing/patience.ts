import { configure } from '@testing-library/react';

// A find waits for what a slow machine with other work takes, not for a second.
configure({ asyncUtilTimeout: 15_000 });
