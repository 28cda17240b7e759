import type { Attribution, EventLocation, PlaceHit } from '@folkmoot/contract/places/schema.ts';

/** Who answers searches for places: the bundled gazetteer, or Google where a key is set. */
export type PlaceSource = {
  readonly attribution: Attribution;
  /** Gets ready where that takes a while. */
  wake(): void;
  /**
   * Localities whose name begins so.
   *
   * @param session one per search, from its first letter to the choice.
   * @throws Unanswered where it cannot tell now.
   */
  search(query: string, limit: number, session: string | undefined): Promise<PlaceHit[]>;
  /** A hit with all that is known of it; undefined where it is known no more. */
  find(placeId: string, session: string | undefined): Promise<EventLocation | undefined>;
};

/** The source does not answer now. `cause` is for the log. */
export class Unanswered extends Error {}
