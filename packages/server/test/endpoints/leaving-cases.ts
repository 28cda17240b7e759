import type { Case, Expected } from './endpoint-cases.ts';

const signedIn: Expected = [401, 200, 200, 200];
const absent: Expected = [401, 404, 404, 404];

/** Accounts elsewhere, deleting an account, handing the installation over, and a copy of the data. */
export const LEAVING_CASES: Record<string, Case> = {
  // No sign-in service is set here.
  connectProvider: { expect: absent, input: () => ({ provider: 'google' }) },
  disconnectProvider: { expect: absent, input: () => ({ provider: 'google' }) },
  findDeletionBlockers: { expect: signedIn },
  // Only to their own address.
  sendDeletionCode: { expect: absent, input: ({ userId }) => ({ userId }) },
  checkDeletionCode: { expect: [401, 422, 422, 422], input: () => ({ token: 'none', otp: '123456' }) },
  deleteAccount: {
    expect: [401, 410, 410, 410],
    input: () => ({ token: 'none', deletionReason: 'Privacy concerns' }),
  },
  startExport: { expect: signedIn },
  getExport: { expect: signedIn },
};
