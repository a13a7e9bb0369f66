import fc from 'fast-check';

// Set by the configuration of vitest, which prints it.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
