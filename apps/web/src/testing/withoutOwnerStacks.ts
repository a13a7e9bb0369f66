import * as React from 'react';

interface Internals {
  recentlyCreatedOwnerStacks?: number;
}

/**
 * React's development build captures a stack for each element it makes, up to 10 000 a second, to show in its warnings. That is
 * a sixth of the time of the large forms' tests. It stops where it believes to have captured enough.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, Internals | undefined>;
if (internals !== undefined)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => {},
    configurable: true,
  });
