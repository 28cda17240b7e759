import { z } from 'zod';
import { emailAddress } from '../core/email.ts';
import { Id } from '../core/ids.ts';

/** Guests who are suggested as hosts at most. */
export const SUGGESTED_HOSTS = 20;

/** Whom to ask to host an event or to be featured: a person, or an address, with an account or without one. */
export const NewHost = z
  .object({
    /** The person's id, or, if hosts only know their address, the participation's. */
    userId: Id.optional(),
    email: emailAddress('Email is not valid').optional(),
    role: z.enum(['host', 'featured_guest']),
  })
  .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
    path: ['email'],
    message: 'Choose someone, or enter an email address.',
  });
