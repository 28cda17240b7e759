import { v7 } from 'uuid';

/** An id that no person has: for a visitor, and for reading what everybody sees. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whose the things are that cannot be without a person, once theirs has deleted their account. Nobody signs in as it. */
export const DELETED_MEMBER = '00000000-0000-4000-8000-000000000001';

/** A new id: UUIDv7, so that rows created one after another are neighbours in an index. */
export function newId(): string {
  return v7();
}
