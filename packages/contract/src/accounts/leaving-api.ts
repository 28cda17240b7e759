import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Done } from '../core/page.ts';
import { Blocker, Deletion, DeletionCode, LeavingCounts, leavingRefusals, TokenAnswer } from './leaving-schema.ts';

export const findDeletionBlockers = endpoint('GET /api/v1/auth/delete-account/blockers', {
  who: 'signedIn',
  summary:
    'What the caller has to take care of before they can delete their account, and counts of what deleting it removes and keeps.',
  returns: z.object({ data: z.array(Blocker), counts: LeavingCounts }),
});

export const sendDeletionCode = endpoint('POST /api/v1/auth/send-otp/:userId', {
  who: 'signedIn',
  summary: 'Email the caller a code for deleting their account. 404 for anyone else’s id.',
  returns: TokenAnswer,
  refuses: [leavingRefusals.codeTooSoon, leavingRefusals.tooManyDeletionCodes],
});

export const checkDeletionCode = endpoint('POST /api/v1/auth/delete-account-verification', {
  who: 'signedIn',
  summary: 'Check that code. Returns the token that this session needs to delete the account.',
  body: DeletionCode,
  returns: TokenAnswer,
  refuses: [leavingRefusals.invalidOtp],
});

export const deleteAccount = endpoint('PATCH /api/v1/auth/delete-account', {
  who: 'signedIn',
  summary: "Delete the caller's account. It cannot be undone.",
  body: Deletion,
  returns: Done,
  refuses: [leavingRefusals.deletionExpired, leavingRefusals.unsettled],
});

export const handOverInstallation = endpoint('POST /api/v1/installation/handover', {
  who: 'signedIn',
  fresh: true,
  summary: 'Hand the installation over to another person.',
  body: z.object({ userId: Id }),
  returns: Done,
  refuses: [leavingRefusals.notTheOwner, leavingRefusals.noSuchOwner, leavingRefusals.ownsAlready],
});
