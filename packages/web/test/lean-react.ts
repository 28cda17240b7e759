import * as React from 'react';

/*
 * React's development build notes for each element where it was made, and writes each render into the browser's performance
 * tracks. Nobody reads either here, and together they took a sixth of the processor's time. Warnings stay; they name no owner.
 */
const internals = (React as unknown as Record<string, object | undefined>)
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_SAFE_INTEGER, set: () => {} });
for (const name of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, name);
