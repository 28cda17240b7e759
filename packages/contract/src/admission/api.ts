import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Done } from '../core/page.ts';
import { TokenQuery } from '../events/api.ts';
import { counted } from '../events/schema.ts';
import { refusals as registrations } from '../registrations/schema.ts';
import { AdmissionCard, AdmissionQuery, AdmissionView, NewHolder, PASS_ON, refusals, TicketKey } from './schema.ts';

export const getAdmission = endpoint('GET /api/v1/events/:eventId/participations/:participationId/ticket', {
  who: 'public',
  perMinute: 120,
  summary:
    "Your own ticket, with what its QR code contains. Signed in, or by the token of an email's link. `…/ticket.pdf` is the same to print.",
  query: TokenQuery,
  returns: AdmissionView,
  refuses: [registrations.linkOld, refusals.noTicket],
});

export const listAdmissions = endpoint('GET /api/v1/tickets', {
  who: 'signedIn',
  summary: 'Your own tickets of upcoming events, the next one first, or of past ones, latest first.',
  query: AdmissionQuery,
  returns: counted(AdmissionCard),
});

export const passOn = endpoint('POST /api/v1/events/:eventId/participations/:participationId/pass-on', {
  who: 'public',
  perMinute: 10,
  summary: `Pass your place on to somebody else: your ticket ends, and they get one. ${PASS_ON.perHour} times an hour.`,
  query: TokenQuery,
  body: NewHolder,
  returns: Done,
  refuses: [
    registrations.linkOld,
    refusals.noTicket,
    refusals.confirmFirst,
    refusals.notToPassOn,
    refusals.hostsChoose,
    refusals.started,
    refusals.used,
    refusals.ownAddress,
    refusals.cannotReceive,
    refusals.tooOften,
  ],
});

export const listTicketKeys = endpoint('GET /api/v1/public/ticket-keys', {
  who: 'public',
  perMinute: 60,
  summary: 'The public keys with which tickets can be checked, as a JSON Web Key Set (RFC 7517).',
  returns: z.object({ keys: z.array(TicketKey) }),
});
