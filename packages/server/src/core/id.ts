import { v7 } from 'uuid';

/** A new id: UUIDv7, so that rows made one after another lie beside one another in an index. */
export function newId(): string {
  return v7();
}
