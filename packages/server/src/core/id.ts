import { v7 } from 'uuid';

/** A new id: UUIDv7, so that rows created one after another are neighbours in an index. */
export function newId(): string {
  return v7();
}
